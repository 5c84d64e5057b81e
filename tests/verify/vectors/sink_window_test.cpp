#include "verify/vectors/reproduced.hpp"

namespace kvtally::sink_window_test {

TEST_CASE("a window with its first tokens kept is reproduced, at once and step by step") {
  test::check_reproduced("sink_window_numpy");
}

TEST_CASE("each recorded figure of a window with first tokens is compared") {
  const std::string vector = "sink_window_numpy";
  for (const char* figure :
       {"attn_output", "decode_steps", "final_cache_keys", "final_cache_values", "probabilities"}) {
    CHECK(test::failures_without_first_number(vector, figure).starts_with(std::string(figure) + " (eager)\n"));
  }
  CHECK(test::failures_without_first_number(vector, "final_cache_positions")
            .starts_with("final_cache_positions (eager)\n"));
  CHECK(test::failures_with(vector, R"("scale":0.4)", R"("scale":0.5)").starts_with("attn_output (eager)\n"));
}

TEST_CASE("sizes of a window vector that can't be are refused") {
  const std::string vector = "sink_window_numpy";
  CHECK(test::refused_with(vector, R"("prefill_len":8)", R"("prefill_len":19)", "19 of 19 tokens leave no step"));
  CHECK(test::refused_with(vector, R"("num_kv_heads":2)", R"("num_kv_heads":3)",
                           "4 query heads can't share 3 key heads evenly"));
  CHECK(test::failures_with(vector, R"("first":3)", R"("first":4)") ==
        "'outputs.final_cache_keys' has the shape [2, 2, 8, 6]; [2, 2, 9, 6]");
}

}  // namespace kvtally::sink_window_test
