#include "verify/vectors/altered.hpp"
#include "verify/vectors/reproduced.hpp"

namespace kvtally::softmax_layer_test {

using test::failures_with;

TEST_CASE("every recorded softmax layer is reproduced by every plain kernel") {
  const std::vector<std::string> names = test::vectors_named("softmax_layer_");
  CHECK(names.size() == 25);
  for (const std::string& name : names) {
    test::check_reproduced(name);
  }
}

TEST_CASE("each recorded figure of a layer is compared") {
  const std::string vector = "softmax_layer_mistral_sliding";
  for (const char* figure : {"prefill_full", "prefill_first_P", "decode_steps", "final_cache_keys",
                             "final_cache_values", "attention_probabilities"}) {
    CHECK(test::failures_without_first_number(vector, figure).contains(std::string(figure) + " (eager)"));
  }
  CHECK(failures_with(vector, R"("final_cache_cumulative_length":14)", R"("final_cache_cumulative_length":13)") ==
        "final_cache_cumulative_length (eager)\nfinal_cache_cumulative_length (sdpa)\n"
        "final_cache_cumulative_length (streaming)\nfinal_cache_cumulative_length (flex)\n");
  CHECK(failures_with(vector, R"("max_abs_diff_cached_vs_full":1.3322676295501878e-15)",
                      R"("max_abs_diff_cached_vs_full":1e-3)") ==
        "max_abs_diff_cached_vs_full (eager)\nmax_abs_diff_cached_vs_full (sdpa)\n"
        "max_abs_diff_cached_vs_full (streaming)\nmax_abs_diff_cached_vs_full (flex)\n");
}

TEST_CASE("runs that aren't known") {
  const std::string vector = "softmax_layer_mistral_sliding";
  CHECK(failures_with(vector, R"("cache_layer_class":"DynamicSlidingWindowLayer")",
                      R"("cache_layer_class":"StaticLayer")") ==
        "the memory 'StaticLayer' isn't known here; DynamicLayer, or DynamicSlidingWindowLayer with a window or "
        "chunk");
  CHECK(failures_with(vector, R"("window":4)", R"("window":null)")
            .starts_with("the memory 'DynamicSlidingWindowLayer' isn't known here; "));
  CHECK(failures_with(vector, R"("prefill_len":9)", R"("prefill_len":15)") ==
        "15 tokens of 14 can't come first; ");
}

}  // namespace kvtally::softmax_layer_test
