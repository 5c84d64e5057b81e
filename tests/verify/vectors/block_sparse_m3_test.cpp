#include "verify/vectors/reproduced.hpp"

namespace kvtally::block_sparse_m3_test {

using test::failures_with;
using test::failures_without_first_number;

TEST_CASE("MiniMax's sparse layer is reproduced, and each of its figures is looked at") {
  const std::string name = "block_sparse_minimax_m3";
  test::check_reproduced(name);
  for (const std::string array : {"selected_blocks_sorted_ascending", "final_cache_index_keys", "final_cache_keys",
                                  "block_scores_with_local_inf", "decode_steps"}) {
    CAPTURE(array);
    CHECK(failures_without_first_number(name, array) == "block_sparse: " + array + "\neager: " + array + "\n");
  }
  CHECK(failures_with(name, "\"smallest_topk_margin\":0.006", "\"smallest_topk_margin\":0.007") ==
        "smallest_topk_margin\n");
}

TEST_CASE("its parameters are obeyed") {
  const std::string name = "block_sparse_minimax_m3";
  CHECK(failures_with(name, "\"index_local_blocks\":1", "\"index_local_blocks\":2")
            .find("block_sparse: block_scores_with_local_inf") != std::string::npos);
  CHECK(failures_with(name, "\"index_block_size\":3", "\"index_block_size\":4").find("shape") !=
        std::string::npos);
  CHECK(test::refused_with(name, "\"index_n_heads\":2", "\"index_n_heads\":1",
                           "each index head chooses for one key head"));
}

}  // namespace kvtally::block_sparse_m3_test
