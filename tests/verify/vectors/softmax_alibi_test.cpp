#include "verify/vectors/altered.hpp"
#include "verify/vectors/reproduced.hpp"

namespace kvtally::softmax_alibi_test {

using test::failures_with;

TEST_CASE("MPT's layer is compared figure by figure, and its parameters are obeyed") {
  const std::string vector = "softmax_layer_mpt_alibi";
  CHECK(test::failures_without_first_number(vector, "bias") == "bias\n");
  CHECK(test::failures_without_first_number(vector, "attention_probabilities") ==
        "attention_probabilities (eager)\n");
  CHECK(failures_with(vector, R"("alibi_bias_max":8)", R"("alibi_bias_max":4)").starts_with("bias\nprefill_full"));
  CHECK(failures_with(vector, R"("clip_qkv":1.5)", R"("clip_qkv":null)").starts_with("prefill_full"));
  CHECK(failures_with(vector, R"("max_seq_len":64)", R"("max_seq_len":9)") == "there are more tokens than that; ");
  CHECK(failures_with(vector, R"("num_heads":6)", R"("num_kv_heads":3,"num_heads":6)") ==
        "a fused layer with fewer key heads isn't known; ");
}

}  // namespace kvtally::softmax_alibi_test
