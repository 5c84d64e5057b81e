#include "verify/vectors/reproduced.hpp"

namespace kvtally::dsa_shared_test {

using test::failures_without_first_number;

TEST_CASE("two layers with one choice are reproduced, and each figure is looked at") {
  const std::string name = "dsa_shared_numpy";
  test::check_reproduced(name);
  CHECK(failures_without_first_number(name, "final_cache_indexer_keys") ==
        "first final_cache_indexer_keys (block_sparse)\nfirst final_cache_indexer_keys (eager)\n");
  CHECK(failures_without_first_number(name, "topk_sorted_ascending") ==
        "topk_sorted_ascending (block_sparse)\ntopk_sorted_ascending (eager)\n");
  CHECK(failures_without_first_number(name, "second_attention_probabilities") ==
        "second attention_probabilities (eager)\n");
  CHECK(failures_without_first_number(name, "first_attention_probabilities") ==
        "first attention_probabilities (eager)\n");
}

TEST_CASE("the second layer's own weights change nothing of the choice") {
  const std::string failures = failures_without_first_number("dsa_shared_numpy", "second.q_b_proj.weight");
  CHECK(failures.find("second prefill_full") != std::string::npos);
  CHECK(("\n" + failures).find("\nfirst") == std::string::npos);
  CHECK(failures.find("topk") == std::string::npos);
  // The first one's indexer changes both layers' outputs.
  const std::string indexer = failures_without_first_number("dsa_shared_numpy", "first.indexer.wq_b.weight");
  CHECK(indexer.find("index_scores_masked") != std::string::npos);
  CHECK(indexer.find("first final_cache_latent") == std::string::npos);
  CHECK(test::refused_with("dsa_shared_numpy", "\"prefill_len\":7", "\"prefill_len\":null",
                           "the tokens of the first pass aren't given"));
}

}  // namespace kvtally::dsa_shared_test
