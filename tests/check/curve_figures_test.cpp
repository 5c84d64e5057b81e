#include "check/asking.hpp"

namespace kvtally::curve_figures_test {

namespace {

using test::ask;

TEST_CASE("the piece at a context, as `kvtally curve` prints it") {
  // 10 full layers and 52 with a window of 1024, each 2 x 16 x 128 x 2 = 16,384 bytes a token
  const std::string gemma = "model: gemma-3-27b, context: ";
  CHECK(ask("figure: curve.slope_bytes_per_token, " + gemma + "128") == "507904 bytes");
  CHECK(ask("figure: curve.slope_bytes_per_token, " + gemma + "128K") == "81920 bytes");
  CHECK(ask("figure: curve.slope_bytes_per_token, batch: 3, " + gemma + "128K") == "245760 bytes");
  CHECK(ask("figure: curve.constant_bytes, " + gemma + "128") == "0 bytes");
  CHECK(ask("figure: curve.from_tokens, " + gemma + "128") == "0 tokens");
  CHECK(ask("figure: curve.to_tokens, " + gemma + "128") == "1023 tokens");
  CHECK(ask("figure: curve.from_tokens, " + gemma + "1024") == "1024 tokens");
  CHECK(ask("figure: curve.step_bytes, " + gemma + "1024") == "0 bytes");
  CHECK(ask("figure: curve.pieces, model: gemma-3-27b") == "2");
  CHECK(ask("figure: curve.breakpoints, model: gemma-3-27b") == "1024");
  CHECK(ask("figure: curve.breakpoints, model: llama-2-7b") == "none");
}

TEST_CASE("what a window keeps is a constant behind it, what is pooled falls behind by less than a step") {
  // 43 windows of 128 in one row of 512 in bf16: 43 x 128 x 1024. 21 layers pool 4 tokens and 20 pool 128, which
  // is 21 x 256 + 20 x 8 bytes a token, and 21 x 3/4 x 1024 + 20 x 127/128 x 1024 short of it at most
  const std::string flash = "model: deepseek-v4-flash, context: 128K";
  CHECK(ask("figure: curve.slope_bytes_per_token, " + flash) == "5536 bytes");
  CHECK(ask("figure: curve.constant_bytes, " + flash) == "5636096 bytes");
  CHECK(ask("figure: curve.step_bytes, " + flash) == "36448 bytes");
}

TEST_CASE("what is refused") {
  CHECK(ask("figure: curve.to_tokens, model: llama-2-7b, context: 4K") == "the piece has no end");
  CHECK(ask("figure: curve.slope_bytes_per_token, model: llama-2-7b") == "the key 'context' is missing");
  CHECK(ask("figure: curve.pieces, model: lama-2-7b").starts_with("unknown model"));
  CHECK(ask("figure: curve.pieces, model: llama-2-7b, context: 4K") == "unknown key 'context'");
}

}  // namespace

}  // namespace kvtally::curve_figures_test
