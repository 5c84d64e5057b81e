#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

#include "engine/transformers/support.hpp"
#include "engine/transformers/worked_rules.hpp"
#include "model/presets.hpp"

// The figures that running or reading transformers 5.16.0.dev0 (decba1d2) gave: caches made and counted, and what
// its own tests assert (tests/generation/test_continuous_batching.py, tests/utils/test_cache_utils.py).
namespace kvtally::worked_examples_test {

namespace {

using test::allocate;
using test::figure;
using test::small_model;

// A row of 2 heads of 8 in bf16 is 32 bytes, key and value of a token 64.
struct Example {
  std::string what;
  std::string keys;
  std::string flags;
  std::vector<std::pair<std::string, std::int64_t>> figures;
};

const std::string kSlidingAndFull =
    "num_hidden_layers: 2\nlayer_types: sliding_attention, full_attention\nsliding_window: 4\n";
const std::string kFull = "num_hidden_layers: 2\nlayer_types: full_attention x2\n";
const std::string kHeadOf64 =
    "num_hidden_layers: 1\nlayer_types: full_attention\nkinds: {full_attention: "
    "{head_dim: 64}}\n";
const std::string kSparse =
    "model_type: deepseek_v32\nnum_hidden_layers: 1\nlayer_types: deepseek_sparse_attention\nkinds: "
    "{deepseek_sparse_attention: {num_attention_heads: 2}}\nkv_lora_rank: 16\nqk_nope_head_dim: 16\n"
    "qk_rope_head_dim: 8\nv_head_dim: 16\nindex_n_heads: 2\nindex_head_dim: 16\nindex_topk: 4\n";

const std::vector<Example> kExamples{
    {"1: DynamicCache, 2 layers, 10 tokens", kFull, "-c 10", {{"allocated_bytes", 1280}}},
    {"2: three more decode steps", kFull, "-c 13 --prefill 10", {{"allocated_bytes", 1664}}},
    {"3: sliding and full, prefill 10",
     kSlidingAndFull,
     "-c 10 --prefill 10",
     {{"logical_bytes", 840}, {"allocated_bytes", 1288}}},
    {"4: one more token",
     kSlidingAndFull,
     "-c 11 --prefill 10",
     {{"logical_bytes", 904}, {"allocated_bytes", 968}}},
    {"5: five more tokens",
     kSlidingAndFull,
     "-c 15 --prefill 10",
     {{"logical_bytes", 1160}, {"allocated_bytes", 1224}}},
    {"6: prefill 2", kSlidingAndFull, "-c 2 --prefill 2", {{"logical_bytes", 264}, {"allocated_bytes", 264}}},
    {"7: a window of 1 keeps all 10",
     "num_hidden_layers: 1\nlayer_types: sliding_attention\nsliding_window: 1\n",
     "-c 10 --prefill 10",
     {{"logical_bytes", 648}, {"allocated_bytes", 648}}},
    {"8: chunks of 8, prefill 20",
     "num_hidden_layers: 1\nlayer_types: chunked_attention\nattention_chunk_size: 8\n",
     "-c 20 --prefill 20",
     {{"logical_bytes", 456}, {"allocated_bytes", 1288}}},
    {"9: StaticCache of 16", kSlidingAndFull, "-c 16 --cache-implementation static", {{"allocated_bytes", 1296}}},
    {"10: StaticCache of 3", kSlidingAndFull, "-c 3 --cache-implementation static", {{"allocated_bytes", 400}}},
    {"12: DSA, 10 tokens", kSparse, "-c 10", {{"allocated_bytes", 1920}}},
    {"12: static, 16",
     kSparse,
     "-c 10 --max-cache-len 16 --cache-implementation static",
     {{"allocated_bytes", 3088}}},
    {"13: EncoderDecoderCache, self 5, cross 20",
     "num_hidden_layers: 1\nlayer_types: full_attention\nis_encoder_decoder: true\nmax_source_positions: 20\n",
     "-c 5",
     {{"allocated_bytes", 1600}}},
    {"14: quanto, 4 bits",
     kHeadOf64,
     "-c 32 --prefill 32 --cache-implementation quantized",
     {{"allocated_bytes", 4608}}},
    {"15: quanto, 2 bits",
     kHeadOf64,
     "-c 32 --prefill 32 --cache-implementation quantized --nbits 2",
     {{"allocated_bytes", 2560}}},
    {"16: HQQ, 3 bits, axis 1, f16",
     kHeadOf64,
     "-c 32 --prefill 32 --cache-implementation quantized --backend hqq --nbits 3 --axis-key 1 --axis-value 1 "
     "--dtype f16",
     {{"allocated_bytes", 4096}}},
    {"17: residual 128, prefill 100, 200 decodes",
     kHeadOf64,
     "-c 300 --prefill 100 --cache-implementation quantized",
     {{"quantized_tokens", 228}, {"residual_tokens", 72}}},
    {"21: MLA, 27 layers, 1000 tokens",
     "model_type: deepseek_v2\nnum_hidden_layers: 27\nlayer_types: full_attention x27\nkv_lora_rank: 512\n"
     "qk_nope_head_dim: 128\nqk_rope_head_dim: 64\nv_head_dim: 128\n",
     "-c 1000",
     {{"allocated_bytes", 31104000}}},
};

// One layer of DeepSeek-V4 with keys of 512, index keys of 128, a window of 128.
Model v4_model(const std::string& tag) {
  return small_model(fmt::format(
      "model_type: deepseek_v4\nnum_hidden_layers: 1\nlayer_types: {0}\nshared_key_value: true\nkinds: {{{0}: "
      "{{num_key_value_heads: 1, head_dim: 512}}}}\nsliding_window: 128\n{1}",
      tag,
      tag == "compressed_sparse_attention"    ? "index_n_heads: 2\nindex_head_dim: 128\nindex_topk: "
                                                "64\ncompress_rates: {compressed_sparse_attention: 4}\n"
      : tag == "heavily_compressed_attention" ? "compress_rates: {heavily_compressed_attention: 128}\n"
                                              : ""));
}

void work_caches(test::Exact& exact) {
  for (const Example& example : kExamples) {
    CAPTURE(example.what);
    const Allocation allocation = allocate(small_model(example.keys), example.flags);
    CHECK(allocation.refusal == "");
    for (const auto& [name, value] : example.figures) {
      CAPTURE(name);
      exact(figure(allocation, name), value);
    }
  }
}

// 11: convolution (1, 24, 4) in bf16, recurrent (1, 4, 8, 16) in float32, beside a full layer of 10 tokens.
void work_linear_layer(test::Exact& exact) {
  Model model = small_model("num_hidden_layers: 1\nlayer_types: full_attention\n");
  State state;
  state.kind = "gdn";
  state.tensors.push_back({"convolution", StateRole::convolution, {24, 3}, bf16(), StateTensor::Rewrite::column});
  state.tensors.push_back({"matrix", StateRole::recurrent, {4, 8, 16}, f32(), StateTensor::Rewrite::whole});
  append_layer(model, model.order, state_layer(state), 1);
  const Allocation allocation = allocate(model, "-c 10");
  exact(figure(allocation, "allocated_bytes"), 2880);
  CHECK(figure(allocation, "state_bytes") == 192 + 2048);
  CHECK(figure(allocation, "conv_columns") == 4);
}

// 18 to 20: the shapes alone, without the int64 of the window.
void work_deepseek_v4(test::Exact& exact) {
  const auto logical = [](const std::string& tag) {
    return figure(allocate(v4_model(tag), "-c 300"), "logical_bytes") - 8;
  };
  exact(logical("compressed_sparse_attention"), 236288);
  exact(logical("heavily_compressed_attention"), 222208);
  exact(logical("sliding_attention"), 260096);
}

// 22
void work_llama(test::Exact& exact) {
  exact(figure(allocate(test::zoo_model("llama-3.1-8b"), "-c 4096"), "allocated_bytes"), 536870912);
}

void work_own_tests(test::Exact& exact) {
  const Model gemma = test::zoo_model("gemma-3-1b");
  const Allocation paged = allocate(gemma, "-c 1000 --cache-implementation paged");
  exact(figure(paged, "full_groups"), 2);
  exact(figure(paged, "sliding_groups"), 11);
  exact(figure(paged, "group_size"), 2);
  for (const std::int64_t heads : {32, 4, 1}) {
    const Allocation fixed = allocate(
        small_model(fmt::format("num_hidden_layers: 1\nlayer_types: full_attention\nkinds: {{full_attention: "
                                "{{num_attention_heads: 32, num_key_value_heads: {}, head_dim: 128}}}}\n",
                                heads)),
        "-c 10 --cache-implementation static");
    exact(fixed.held.front().shape, fmt::format("[1, {}, 10, 128]", heads));
  }
  // max_cache_len = prompt + max_new_tokens − 1; a cropped window is one token less than it is wide.
  const Allocation hybrid =
      allocate(small_model(kSlidingAndFull), "--prefill 5 --max-new-tokens 6 --cache-implementation static");
  exact(figure(hybrid, "max_cache_len"), 10);
  exact(figure(allocate(small_model(kSlidingAndFull), "-c 9"), "sliding_tokens_kept"), 3);
}

// The groups that its own tests assert, as group numbers by layer.
void work_groups(test::Exact& exact) {
  const std::vector<std::pair<std::string, std::size_t>> patterns{{"ssfssf", 3}, {"fffsffs", 7}, {"ssssf", 5}};
  for (const auto& [pattern, groups] : patterns) {
    std::vector<std::string> types;
    for (const char letter : pattern) {
      types.emplace_back(1, letter);
    }
    exact(transformers::group_layers(types).layers.size(), groups);
  }
}

}  // namespace

TEST_CASE("every figure that is worked out, run or asserted for transformers is exact") {
  test::Exact exact;
  work_caches(exact);
  work_linear_layer(exact);
  work_deepseek_v4(exact);
  work_llama(exact);
  work_polynomial(exact);
  work_packing(exact);
  work_blocks(exact);
  work_own_tests(exact);
  work_groups(exact);
  MESSAGE("transformers: ", exact.count, " figures");
}

}  // namespace kvtally::worked_examples_test
