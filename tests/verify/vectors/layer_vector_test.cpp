#include "verify/vectors/altered.hpp"

namespace kvtally::layer_vector_test {

using test::failures_with;

TEST_CASE("sizes, masks and scores that aren't known or don't agree") {
  const std::string mistral = "softmax_layer_mistral_sliding";
  CHECK(failures_with(mistral, R"("num_kv_heads":2)", R"("num_kv_heads":3)") ==
        "4 query heads can't share 3 key heads evenly; ");
  CHECK(failures_with(mistral, R"("window":4)", R"("window":0)") ==
        "'parameters.window' is 0; a size from 1 to 1048576");
  CHECK(failures_with(mistral, R"("window":4)", R"("window":4,"dropout":0.1)") ==
        "nothing reads 'dropout'; a parameter or a figure that this kind of vector knows");
  // 2^20 · 14 · 20 numbers would be the input, 2^20 · 4 · 14 · (14 + 6 + 6) the scores with their rows.
  CHECK(failures_with(mistral, R"("B":1)", R"("B":1048576)") == "a tensor of 1526726656 numbers can't be meant; ");
  CHECK(failures_with("softmax_layer_gptoss_sink_full", R"("sink":true)", R"("sink":false)") ==
        "nothing reads 'sinks'; a parameter or a figure that this kind of vector knows");
  CHECK(failures_with("softmax_fn_sliding", R"("causal":true)", R"("causal":false)") ==
        "a window without a causal mask isn't known; ");
}

}  // namespace kvtally::layer_vector_test
