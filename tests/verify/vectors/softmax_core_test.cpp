#include "verify/vectors/altered.hpp"
#include "verify/vectors/reproduced.hpp"

namespace kvtally::softmax_core_test {

using test::failures_with;

TEST_CASE("every recorded attention function is reproduced by every plain kernel") {
  const std::vector<std::string> names = test::vectors_named("softmax_fn_");
  CHECK(names.size() == 9);
  for (const std::string& name : names) {
    test::check_reproduced(name);
  }
}

TEST_CASE("each recorded figure of an attention function is compared") {
  CHECK(test::failures_without_first_number("softmax_fn_sliding", "mask_visible") == "mask_visible\n");
  CHECK(test::failures_without_first_number("softmax_fn_sliding", "probabilities") == "probabilities (eager)\n");
  CHECK(test::failures_without_first_number("softmax_fn_sliding", "attn_output") ==
        "attn_output (eager)\nattn_output (sdpa)\nattn_output (streaming)\nattn_output (flex)\n");
}

TEST_CASE("masks and sizes of an attention function are obeyed") {
  CHECK(failures_with("softmax_fn_sliding", R"("window":4)", R"("window":3)").starts_with("mask_visible\n"));
  CHECK(failures_with("softmax_fn_chunked", R"("chunk":5)", R"("chunk":4)").starts_with("mask_visible\n"));
  CHECK(failures_with("softmax_fn_gqa", R"("causal":true)", R"("causal":false)").starts_with("mask_visible\n"));
  CHECK(failures_with("softmax_fn_decode", R"("query_offset":7)", R"("query_offset":6)")
            .starts_with("mask_visible\n"));
  CHECK(failures_with("softmax_fn_decode", R"("query_offset":7)", R"("query_offset":-1)") ==
        "a query can't lie before the first token; ");
  CHECK(failures_with("softmax_fn_gqa", R"("num_kv_heads":2)", R"("num_kv_heads":4)") ==
        "6 query heads can't share 4 key heads evenly; ");
}

}  // namespace kvtally::softmax_core_test
