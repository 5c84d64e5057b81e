#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <vector>

#include "support/golden.hpp"
#include "verify/vectors/runner.hpp"

namespace kvtally {

namespace {

std::vector<std::string> vector_names(std::string_view begin) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(KVTALLY_SOURCE_DIR "/tests/golden/vectors")) {
    if (entry.path().filename().string().starts_with(begin)) {
      names.push_back(entry.path().filename().string());
    }
  }
  std::ranges::sort(names);
  return names;
}

std::string text_of(const std::string& name) { return test::source_text("tests/golden/vectors/" + name); }

// The first problem of a vector in which one piece of text stands for another.
std::string problem_of(const std::string& name, std::string_view from, std::string_view to) {
  std::string text = text_of(name + ".json");
  const std::size_t at = text.find(from);
  REQUIRE_MESSAGE(at != std::string::npos, name << " has no " << from);
  text.replace(at, from.size(), to);
  const auto checks = run_vector("v.json", std::move(text));
  if (checks) {
    return "none";
  }
  const Problem& first = checks.error().front();
  return first.what + (first.expected.empty() ? "" : "; expected " + first.expected);
}

}  // namespace

TEST_CASE("every softmax vector is reproduced") {
  std::vector<std::string> names = vector_names("softmax_");
  names.emplace_back("cross_attention_mllama.json");
  CHECK(names.size() == 35);
  for (const std::string& name : names) {
    CAPTURE(name);
    const auto checks = run_vector(name, text_of(name));
    REQUIRE_MESSAGE(checks.has_value(), (checks ? "" : render(checks.error())));
    CHECK(checks->size() >= 3);
    for (const Check& check : *checks) {
      INFO(check.name << " differs by " << check.error.value_or(0));
      CHECK(check.passed);
    }
  }
}

TEST_CASE("what a vector says and the runner doesn't know is named") {
  CHECK(problem_of("softmax_layer_glm_partial_interleaved", R"("layout":"interleaved")", R"("layout":"spiral")") ==
        "the rotary layout 'spiral' isn't known; expected half, interleaved or interleaved_deinterleaved_output");
  CHECK(problem_of("softmax_layer_glm_partial_interleaved", R"("leading rotary_dim of head")", R"("middle")") ==
        "the slice 'middle' isn't known; expected whole head, leading rotary_dim of head, trailing rotary_dim of "
        "head or rope part of head");
  CHECK(problem_of("softmax_layer_glm_partial_interleaved", R"("rotary_dim":4)", R"("rotary_dim":3)") ==
        "3 channels of 8 can't turn in pairs");
  CHECK(problem_of("softmax_layer_glm_partial_interleaved", R"("partial_rotary_factor":0.5)",
                   R"("partial_rotary_factor":0.25)") == "partial_rotary_factor times 8 is not the rotary_dim 4");
  CHECK(problem_of("softmax_layer_llama_rope_yarn", R"("rope_type":"yarn")", R"("rope_type":"longrope")") ==
        "the type is 'yarn' here and 'longrope' in the rope_parameters");
  CHECK(problem_of("softmax_layer_llama_rope_yarn", R"("factor":4.0)", R"("stretch":4.0)") ==
        "'parameters.rope.rope_parameters.factor' is missing or no number; expected a number");
  CHECK(problem_of("softmax_layer_qwen3_qkrms", R"("type":"rms_weight_D")", R"("type":"rms_bias")") ==
        "the norm 'rms_bias' isn't known; expected l2_no_weight, rms_weight_D, rms_whole_projection, "
        "layernorm_weight_per_head_no_bias");
  CHECK(problem_of("softmax_layer_qwen3_qkrms", R"("order":"before rope")", R"("order":"instead")") ==
        "the order 'instead' isn't known; expected before rope or after rope");
  CHECK(problem_of("softmax_layer_qwen3_next_gated", R"("1 + weight")", R"("2 + weight")") ==
        "the norm factor '2 + weight' isn't known; expected '1 + weight' of an RMS norm");
  CHECK(problem_of("softmax_layer_gptneox_partial_half", R"(per head: output)", R"(per group: output)") ==
        "this 'fused_qkv' isn't known; expected 'per head: output channels of head h are [q(D), k(D), v(D)]', "
        "with as many key heads as query heads and values as wide as keys");
  CHECK(problem_of("softmax_layer_mistral_sliding", R"("cache_layer_class":"DynamicSlidingWindowLayer")",
                   R"("cache_layer_class":"StaticLayer")") ==
        "the memory 'StaticLayer' isn't known here; expected DynamicLayer, or DynamicSlidingWindowLayer with a "
        "window or chunk");
  CHECK(problem_of("softmax_layer_mistral_sliding", R"("prefill_len":9)", R"("prefill_len":15)") ==
        "15 tokens of 14 can't come first");
  CHECK(problem_of("softmax_layer_mistral_sliding", R"("num_kv_heads":2)", R"("num_kv_heads":3)") ==
        "4 query heads can't share 3 key heads evenly");
  CHECK(problem_of("softmax_layer_mistral_sliding", R"("window":4)", R"("window":0)") ==
        "'parameters.window' is 0; expected a size from 1 to 1048576");
  CHECK(problem_of("softmax_layer_mistral_sliding", R"("window":4)", R"("window":4,"dropout":0.1)") ==
        "nothing reads 'dropout'; expected a parameter or a figure that this kind of vector knows");
  CHECK(problem_of("softmax_fn_sliding", R"("causal":true)", R"("causal":false)") ==
        "a window without a causal mask isn't known");
  CHECK(problem_of("softmax_layer_mpt_alibi", R"("max_seq_len":64)", R"("max_seq_len":9)") ==
        "there are more tokens than that");
  CHECK(problem_of("softmax_layer_diffllama", R"("layer_idx":1)", R"("layer_idx":-1)") == "there is no layer -1");
}

}  // namespace kvtally
