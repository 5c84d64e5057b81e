#include "verify/vectors/reproduced.hpp"

namespace kvtally::dsa_test {

using test::failures_with;
using test::failures_without_first_number;

TEST_CASE("DeepSeek's sparse layer is reproduced, and each of its figures is looked at") {
  const std::string name = "dsa_deepseek_v32";
  test::check_reproduced(name);
  CHECK(failures_without_first_number(name, "topk_sorted_ascending")
            .find("expanded (eager): topk_sorted_ascending") != std::string::npos);
  CHECK(failures_without_first_number(name, "final_cache_keys") ==
        "expanded (block_sparse): final_cache_keys\nexpanded (eager): final_cache_keys\n");
  CHECK(failures_without_first_number(name, "final_cache_indexer_keys").find("absorbed (eager)") !=
        std::string::npos);
  CHECK(failures_without_first_number(name, "attention_probabilities") ==
        "absorbed (eager): attention_probabilities\nexpanded (eager): attention_probabilities\n");
  CHECK(failures_without_first_number(name, "index_scores_masked").find("index_scores_masked") !=
        std::string::npos);
  CHECK(failures_with(name, "\"smallest_topk_margin\":0.01", "\"smallest_topk_margin\":0.02") ==
        "smallest_topk_margin\n");
}

TEST_CASE("its parameters are obeyed, and what isn't understood is refused") {
  const std::string name = "dsa_deepseek_v32";
  CHECK(failures_with(name, "\"index_scale\":0.35", "\"index_scale\":0.36") == "index_scale\n");
  CHECK(failures_with(name, "\"index_weight_scale\":0.57", "\"index_weight_scale\":0.58") ==
        "index_weight_scale\n");
  CHECK(failures_with(name, "eps 1e-6", "eps 1e-5") ==
        "this norm of the index keys isn't known; layer norm with weight and bias, eps 1e-6");
  CHECK(failures_with(name, "\"index_topk\":4", "\"index_topk\":3") ==
        "'outputs.topk_sorted_ascending' has the shape [1, 13, 4]; [1, 13, 3]");
  CHECK(test::refused_with(name, "\"q_lora_rank\":10", "\"q_lora_rank\":null",
                           "index queries are made of a query latent"));
  CHECK(failures_with(name, "\"prefill_len\":8", "\"prefill_len\":13").find("first pass") != std::string::npos);
  CHECK(failures_with(name, "\"prefill_len\":8", "\"prefill_len\":9").find("shape") != std::string::npos);
  // Four channels cannot turn in index heads of two.
  CHECK(test::refused_with(name, "\"index_head_dim\":8", "\"index_head_dim\":2",
                           "2 channels can't turn as the layer's do"));
}

}  // namespace kvtally::dsa_test
