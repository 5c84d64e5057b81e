#include "check/asked_model.hpp"

#include "check/asking.hpp"

namespace kvtally::asked_model_test {

namespace {

using test::ask;

std::string slope(const std::string& rest) {
  return ask("figure: show.marginal_bytes_per_token, context: 8K, " + rest);
}

TEST_CASE("formats") {
  CHECK(slope("model: deepseek-v3") == "70272 bytes");
  CHECK(slope("model: deepseek-v3, kv_dtype: fp8") == "35136 bytes");
  // 656 bytes: 512 of fp8 with 4 scales, 64 of bf16
  CHECK(slope("model: deepseek-v3, kv_dtype: fp8_ds_mla") == "40016 bytes");
  // 32 layers x 8 heads x 128 elements: 34 bytes for 32 of a key, 18 for 32 of a value
  CHECK(slope("model: llama-3.1-8b, kv_dtype: \"q8_0:q4_0\"") == "53248 bytes");
  CHECK(ask("figure: show.indexer_bytes, model: deepseek-v3.2, context: 1K, indexer_dtype: fp8") ==
        "7995392 bytes");  // 61 x 128 x 1024
  CHECK(ask("figure: entry.bytes, model: deepseek-v3, kv_dtype: fp8") == "576 bytes");
}

TEST_CASE("another attention, whose entries take the formats too") {
  CHECK(slope("model: deepseek-v3, as: mqa") == "31232 bytes");  // 61 x 2 x 128 x 2
  CHECK(slope("model: deepseek-v3, as: mqa, kv_dtype: fp8") == "15616 bytes");
}

TEST_CASE("draft layers and the encoder's positions") {
  CHECK(ask("figure: show.draft_bytes, model: deepseek-v3, context: 1K") == "0 bytes");
  CHECK(ask("figure: show.draft_bytes, model: deepseek-v3, context: 1K, mtp: true") == "1179648 bytes");
  CHECK(ask("figure: show.draft_bytes, model: llama-2-7b, context: 1K, mtp: true") ==
        "mtp: the model has no draft (MTP) layers");
  CHECK(ask("figure: show.cross_bytes, model: whisper-large-v3, context: 1, encoder_tokens: 750") ==
        "122880000 bytes");
}

TEST_CASE("what no model can have") {
  CHECK(slope("model: deepseek-v3, kv_dtype: fp7").starts_with("'fp7' is no format"));
  CHECK(slope("model: deepseek-v3, kv_dtype: \"fp8,bf16\"") == "'fp8,bf16' has two formats for all layers");
  CHECK(slope("model: deepseek-v3, state_dtype: [f32]") == "state_dtype is a list");
  CHECK(slope("model: deepseek-v3, as: mma").find("mma") != std::string::npos);
  CHECK(slope("model: rwkv-7, as: mqa") != "");
  CHECK(slope("model: llama-2-7b, encoder_tokens: 5") != "");
  CHECK(slope("model: llama-2-7b, kv_dtyp: fp8") == "unknown key 'kv_dtyp'");
}

}  // namespace

}  // namespace kvtally::asked_model_test
