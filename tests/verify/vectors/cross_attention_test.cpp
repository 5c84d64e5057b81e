#include "verify/vectors/altered.hpp"
#include "verify/vectors/reproduced.hpp"

namespace kvtally::cross_attention_test {

using test::failures_with;

TEST_CASE("a recorded cross-attention layer is reproduced in one call and in two") {
  test::check_reproduced("cross_attention_mllama");
}

TEST_CASE("each recorded figure of a cross-attention layer is compared") {
  const std::string vector = "cross_attention_mllama";
  for (const char* figure :
       {"output", "output_in_two_calls", "final_cache_keys", "final_cache_values", "attention_probabilities"}) {
    CHECK(test::failures_without_first_number(vector, figure).starts_with(std::string(figure) + " (eager)\n"));
  }
  CHECK(failures_with(vector, R"("norm_eps":1e-05)", R"("norm_eps":0.1)").starts_with("output (eager)\n"));
  CHECK(failures_with(vector, R"("T":9)", R"("T":8)") ==
        "'inputs.cross_states' has the shape [1, 9, 16]; [1, 8, 16]");
  CHECK(test::refused_with(vector, R"("T":9)", R"("T":1048576)", "a tensor of 58720256 numbers can't be meant"));
}

}  // namespace kvtally::cross_attention_test
