#include "verify/vectors/reproduced.hpp"

namespace kvtally::qsa_test {

using test::failures_with;
using test::failures_without_first_number;

TEST_CASE("Qwen's sparse layer is reproduced, and each of its figures is looked at") {
  const std::string name = "qsa_qwen4_exp";
  test::check_reproduced(name);
  CHECK(failures_without_first_number(name, "final_cache_raw_index_keys") ==
        "raw keys (block_sparse): final_cache_raw_index_keys\nraw keys (eager): final_cache_raw_index_keys\n");
  CHECK(failures_without_first_number(name, "attention_probabilities") ==
        "raw keys (eager): attention_probabilities\npooled keys (eager): attention_probabilities\n");
  for (const std::string array : {"selected_tokens", "block_scores", "final_cache_keys", "final_cache_values"}) {
    CAPTURE(array);
    CHECK(failures_without_first_number(name, array).find("pooled keys (block_sparse): " + array) !=
          std::string::npos);
  }
}

TEST_CASE("its parameters are obeyed") {
  const std::string name = "qsa_qwen4_exp";
  CHECK(failures_with(name, "\"block_topk\":2", "\"block_topk\":3") == "block_topk\n");
  const std::string one_block = failures_with(name, "\"indexer_budget\":8", "\"indexer_budget\":4");
  CHECK(one_block.find("selected_tokens") != std::string::npos);
  CHECK(one_block.find("block_scores") == std::string::npos);
  CHECK(failures_with(name, "\"indexer_budget\":8", "\"indexer_budget\":3").find("block_topk") !=
        std::string::npos);
  CHECK(failures_with(name, "\"indexer_compress_ratio\":4", "\"indexer_compress_ratio\":5").find("shape") !=
        std::string::npos);
  CHECK(
      test::refused_with(name, "\"indexer_kv_heads\":1", "\"indexer_kv_heads\":2", "an indexer has one key head"));
  CHECK(test::refused_with(name, "\"indexer_head_dim\":8", "\"indexer_head_dim\":2",
                           "2 channels can't turn as the layer's do"));
}

}  // namespace kvtally::qsa_test
