#include "verify/vectors/rope.hpp"

#include "verify/vectors/altered.hpp"

namespace kvtally::rope_test {

using test::failures_with;

TEST_CASE("frequencies come from the rope_parameters, and what the file says of them is compared") {
  const std::string yarn = "softmax_layer_llama_rope_yarn";
  CHECK(failures_with(yarn, "0.23717082451262847", "0.23717") == "rope.inv_freq\n");
  CHECK(failures_with(yarn, "\"attention_scaling\":1.138629436111989", "\"attention_scaling\":1.1386") ==
        "rope.attention_scaling\n");
  // Other parameters are other frequencies, though the file's own stay.
  CHECK(failures_with(yarn, "\"factor\":4.0", "\"factor\":8.0")
            .starts_with("rope.inv_freq\nrope.attention_scaling\n"));
  CHECK(failures_with(yarn, "\"beta_fast\":4.0", "\"beta_fast\":1.5").starts_with("rope.inv_freq\nprefill_full"));
  CHECK(failures_with(yarn, "\"factor\":4.0", "\"attention_factor\":1.0,\"factor\":4.0")
            .starts_with("rope.attention_scaling\nprefill_full"));
  CHECK(
      failures_with("softmax_layer_llama_rope_llama3scaled", "\"low_freq_factor\":1.0", "\"low_freq_factor\":0.5")
          .starts_with("rope.inv_freq\nprefill_full"));
  CHECK(failures_with("softmax_layer_llama_rope_linear", "\"factor\":4.0", "\"factor\":2.0")
            .starts_with("rope.inv_freq\nprefill_full"));
}

TEST_CASE("a layout and a slice are obeyed") {
  const std::string glm = "softmax_layer_glm_partial_interleaved";
  CHECK(failures_with(glm, "\"layout\":\"interleaved\"", "\"layout\":\"half\"").starts_with("prefill_full"));
  CHECK(failures_with(glm, "\"leading rotary_dim", "\"trailing rotary_dim").starts_with("prefill_full"));
  // The same scores from permuted channels: only the cached keys differ.
  CHECK(failures_with("softmax_layer_llama4_rope_chunked", "\"layout\":\"interleaved\"",
                      "\"layout\":\"interleaved_deinterleaved_output\"") ==
        "final_cache_keys (eager)\nfinal_cache_keys (sdpa)\nfinal_cache_keys (streaming)\nfinal_cache_keys "
        "(flex)\n");
}

TEST_CASE("rotations that aren't known") {
  const std::string glm = "softmax_layer_glm_partial_interleaved";
  CHECK(failures_with(glm, R"("layout":"interleaved")", R"("layout":"spiral")") ==
        "the rotary layout 'spiral' isn't known; half, interleaved or interleaved_deinterleaved_output");
  CHECK(failures_with(glm, R"("leading rotary_dim of head")", R"("middle")") ==
        "the slice 'middle' isn't known; whole head, leading rotary_dim of head, trailing rotary_dim of head or "
        "rope "
        "part of head");
  CHECK(failures_with(glm, R"("leading rotary_dim of head")", R"("whole head")") ==
        "'whole head', but 4 of 8 channels turn; ");
  CHECK(failures_with(glm, R"("rotary_dim":4)", R"("rotary_dim":3)") == "3 channels of 8 can't turn in pairs; ");
  CHECK(failures_with(glm, R"("rotary_dim":4)", R"("rotary_dim":10)") == "10 channels of 8 can't turn in pairs; ");
  CHECK(failures_with(glm, R"("partial_rotary_factor":0.5)", R"("partial_rotary_factor":0.25)") ==
        "partial_rotary_factor times 8 is not the rotary_dim 4; ");
  CHECK(failures_with(glm, R"("base":10000.0)", R"("base":500.0)") ==
        "the base is 500 here and 10000 in the rope_parameters; ");
  const std::string yarn = "softmax_layer_llama_rope_yarn";
  CHECK(failures_with(yarn, R"("type":"yarn")", R"("type":"default")") ==
        "the type is 'default' here and 'yarn' in the rope_parameters; ");
  CHECK(failures_with(yarn, R"("factor":4.0)", R"("stretch":4.0)") ==
        "'parameters.rope.rope_parameters.factor' is missing or no number; a number");
  CHECK(failures_with(yarn, R"("factor":4.0)", R"("factor":4.0,"short_factor":1.0)") ==
        "nothing reads 'short_factor'; a parameter or a figure that this kind of vector knows");
  CHECK(failures_with("softmax_layer_llama_rope_linear", R"("type":"linear")", R"("kind":"linear")") ==
        "nothing reads 'kind'; a parameter or a figure that this kind of vector knows");
}

}  // namespace kvtally::rope_test
