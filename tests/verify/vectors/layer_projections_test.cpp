#include "verify/vectors/altered.hpp"

namespace kvtally::layer_projections_test {

using test::failures_with;

TEST_CASE("projections that lie otherwise than the parameters say") {
  CHECK(failures_with("softmax_layer_gptneox_partial_half", "per head: output", "per group: output") ==
        "this 'fused_qkv' isn't known; 'per head: output channels of head h are [q(D), k(D), v(D)]', with as many "
        "key "
        "heads as query heads and values as wide as keys");
  CHECK(failures_with("softmax_layer_qwen3_next_gated", "\"output_gate\":true", "\"output_gate\":false") ==
        "'weights.q_proj.weight' has the shape [64, 14]; [32, 14]");
  CHECK(failures_with("softmax_layer_gemma4_k_eq_v", "\"k_eq_v\":true", "\"k_eq_v\":false") ==
        "'weights.v_proj.weight' is missing or no array; an array {\"shape\", \"data\"}");
  CHECK(failures_with("softmax_layer_glm_partial_interleaved", "\"o_proj.weight\":", "\"o_proj.scale\":") ==
        "'weights.o_proj.weight' is missing or no array; an array {\"shape\", \"data\"}");
  CHECK(failures_with("softmax_layer_glm_partial_interleaved", "\"q_proj.bias\":", "\"q_proj.offset\":") ==
        "nothing reads 'q_proj.offset'; a parameter or a figure that this kind of vector knows");
}

}  // namespace kvtally::layer_projections_test
