#include "verify/vectors/reproduced.hpp"

namespace kvtally::nsa_test {

using test::failures_with;
using test::failures_without_first_number;

TEST_CASE("flash-linear-attention's sparse attention is reproduced, and each of its figures is looked at") {
  const std::string name = "nsa_fla";
  test::check_reproduced(name);
  for (const std::string array :
       {"output", "compressed_branch", "selected_branch", "selected_blocks_sorted_ascending", "compressed_keys",
        "compressed_values", "lse", "block_scores"}) {
    CAPTURE(array);
    CHECK(failures_without_first_number(name, array) == array + "\n");
  }
  CHECK(failures_with(name, "\"smallest_topk_margin\":0.0003", "\"smallest_topk_margin\":0.0004") ==
        "smallest_topk_margin\n");
}

TEST_CASE("its parameters are obeyed, and what can't be run is refused") {
  const std::string name = "nsa_fla";
  CHECK(failures_with(name, "\"scale\":0.5", "\"scale\":0.4").find("lse") != std::string::npos);
  CHECK(test::refused_with(name, "\"window_size\":0", "\"window_size\":8", "the source was run without a window"));
  CHECK(test::refused_with(name, "\"block_counts\":4", "\"block_counts\":2",
                           "the first and the two newest blocks are always read"));
  CHECK(test::refused_with(name, "\"HQ\":16", "\"HQ\":15", "'inputs.q' has the shape [1, 22, 16, 4]"));
  CHECK(test::refused_with(name, "\"H\":1", "\"H\":3", "16 query heads can't share 3 key heads evenly"));
}

}  // namespace kvtally::nsa_test
