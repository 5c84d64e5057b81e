#include "verify/vectors/altered.hpp"
#include "verify/vectors/reproduced.hpp"

namespace kvtally::softmax_diff_test {

using test::failures_with;

TEST_CASE("DiffLlama's layer is compared figure by figure, and its parameters are obeyed") {
  const std::string vector = "softmax_layer_diffllama";
  CHECK(test::failures_without_first_number(vector, "attention_probabilities") ==
        "attention_probabilities (eager)\n");
  CHECK(test::failures_without_first_number(vector, "lambda_q1").starts_with("prefill_full"));
  CHECK(failures_with(vector, R"("layer_idx":1)", R"("layer_idx":2)").starts_with("lambda_init\nprefill_full"));
  CHECK(failures_with(vector, R"("norm_eps":1e-05)", R"("norm_eps":0.1)").starts_with("prefill_full"));
  CHECK(failures_with(vector, R"("layer_idx":1)", R"("layer_idx":-1)") == "there is no layer -1; ");
  CHECK(test::refused_with(vector, R"("num_heads":4)", R"("num_heads":3)",
                           "3 query heads can't share 2 key heads evenly"));
}

}  // namespace kvtally::softmax_diff_test
