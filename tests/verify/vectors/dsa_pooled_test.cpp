#include "verify/vectors/reproduced.hpp"

namespace kvtally::dsa_pooled_test {

using test::failures_with;
using test::failures_without_first_number;

TEST_CASE("a layer with pooled index keys is reproduced, and each of its figures is looked at") {
  const std::string name = "dsa_pooled_numpy";
  test::check_reproduced(name);
  for (const std::string array :
       {"final_cache_latent", "final_cache_index_keys", "final_open_keys", "final_open_gates", "pool_scores",
        "selected_tokens", "prefill_first_P", "decode_steps"}) {
    CAPTURE(array);
    CHECK(failures_without_first_number(name, array) == "block_sparse: " + array + "\neager: " + array + "\n");
  }
  CHECK(failures_with(name, "\"smallest_topk_margin\":0.008", "\"smallest_topk_margin\":0.009") ==
        "smallest_topk_margin\n");
}

TEST_CASE("a pool's gates and places matter") {
  const std::string name = "dsa_pooled_numpy";
  for (const std::string array : {"indexer.kpool_gate.weight", "indexer.kpool_places"}) {
    const std::string failures = failures_without_first_number(name, array);
    CHECK(failures.find("final_cache_index_keys") != std::string::npos);
    CHECK(failures.find("final_open_keys") == std::string::npos);
  }
  CHECK(test::refused_with(name, "\"index_kpool\":3", "\"index_kpool\":2",
                           "'weights.indexer.kpool_places' has the shape [3, 6]"));
  CHECK(test::refused_with(name, "\"index_topk\":6", "\"index_topk\":7", "pools of 3 don't make 7 tokens"));
}

}  // namespace kvtally::dsa_pooled_test
