#include "read/description/compose.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <set>

#include "model/presets.hpp"
#include "read/description/layer_words.hpp"
#include "read/reading.hpp"
#include "support/print.hpp"

namespace kvtally::compose_test {

namespace {

struct Row {
  const char* name;
  const char* type;
  std::string parameters;
  Layer expected;
};

const char* const kMha = "num_attention_heads: 4\nnum_key_value_heads: 4\nhead_dim: 16\n";
const char* const kGqa = "num_attention_heads: 8\nnum_key_value_heads: 2\nhead_dim: 16\n";
const char* const kMqa = "num_attention_heads: 8\nnum_key_value_heads: 1\nhead_dim: 16\n";
const char* const kWide = "num_attention_heads: 4\nnum_key_value_heads: 4\nhead_dim: 24\nv_head_dim: 16\n";
const char* const kMla =
    "num_attention_heads: 8\nkv_lora_rank: 512\nqk_rope_head_dim: 64\nqk_nope_head_dim: 128\nv_head_dim: 96\n";
const char* const kNoRope =
    "num_attention_heads: 8\nkv_lora_rank: 512\nqk_rope_head_dim: 0\nqk_nope_head_dim: 128\nv_head_dim: 96\n";
const char* const kRow =
    "num_attention_heads: 64\nnum_key_value_heads: 1\nhead_dim: 512\nshared_key_value: true\n";
const char* const kIndex = "index_n_heads: 32\nindex_head_dim: 128\nindex_topk: 2048\n";
const char* const kQuery =
    "indexer_n_heads: 2\nindexer_head_dim: 96\nindexer_budget: 4096\nindexer_compress_ratio: 32\n";
const char* const kBlocks =
    "sparse_num_index_heads: 3\nsparse_index_dim: 40\nsparse_block_size: 128\nsparse_topk_blocks: 16\n";
const char* const kNative =
    "compress_block_size: 32\ncompress_block_stride: 16\nselection_block_size: 64\n"
    "num_selected_blocks: 17\nsliding_window: 512\n";
const char* const kState =
    "linear_type: gated_delta\nlinear_num_key_heads: 2\nlinear_num_value_heads: 4\n"
    "linear_key_head_dim: 8\nlinear_value_head_dim: 16\nlinear_conv_kernel_dim: 5\n";

Memory mha() { return key_value_memory({4, 4, 16, 16}); }
Memory gqa() { return key_value_memory({8, 2, 16, 16}); }
Memory mqa() { return key_value_memory({8, 1, 16, 16}); }
Memory mla() { return latent_memory({8, 512, 64, 128, 96}); }
Memory row_of() { return shared_row_memory({64, 512}); }
State state() { return gated_delta_state({2, 4, 8, 16, 5}); }

std::string operator+(const char* a, const std::string& b) { return std::string(a) + b; }

std::vector<Row> softmax_rows() {
  const std::string window = "sliding_window: 128\n";
  return {
      {"mha", "full_attention", kMha, full_attention(mha())},
      {"gqa", "full_attention", kGqa, full_attention(gqa())},
      {"mqa", "full_attention", kMqa, full_attention(mqa())},
      {"values of another width", "full_attention", kWide, full_attention(key_value_memory({4, 4, 24, 16}))},
      {"mla", "full_attention", kMla, full_attention(mla())},
      {"mla without rotary rows", "full_attention", kNoRope, full_attention(latent_memory({8, 512, 0, 128, 96}))},
      {"one row as key and value", "full_attention", kRow, full_attention(row_of())},
      {"the legacy name", "attention", kGqa, full_attention(gqa())},
      {"sliding", "sliding_attention", kGqa + window, sliding_attention(gqa(), 128)},
      {"sliding with sinks", "sliding_attention", kGqa + window + "num_sink_tokens: 4\n",
       sliding_attention(gqa(), 128, 4)},
      {"sliding over a shared row", "sliding_attention", kRow + window, sliding_attention(row_of(), 128)},
      {"chunked", "chunked_attention", kGqa + std::string("attention_chunk_size: 8192\n"),
       chunked_attention(gqa(), 8192)},
      {"cross", "cross_attention", kMha + std::string("max_source_positions: 1500\n"),
       cross_attention(mha(), 1500)},
      {"an encoder-decoder", "full_attention",
       kMha + std::string("is_encoder_decoder: true\nmax_source_positions: 1500\n"),
       with_encoder_memory(full_attention(mha()), mha(), 1500)},
      {"an encoder with other heads", "full_attention",
       kMha + std::string("is_encoder_decoder: true\nmax_source_positions: 1500\ncross_num_attention_heads: 8\n"
                          "cross_num_key_value_heads: 2\ncross_head_dim: 16\n"),
       with_encoder_memory(full_attention(mha()), gqa(), 1500)},
      {"not an encoder-decoder", "full_attention", kMha + std::string("is_encoder_decoder: false\n"),
       full_attention(mha())},
      {"moe", "moe", "", feed_forward_layer("moe")},
      {"mlp", "mlp", "", feed_forward_layer("mlp")},
  };
}

std::vector<Row> sparse_rows() {
  const std::string rates =
      "sliding_window: 128\n"
      "compress_rates: {compressed_sparse_attention: 4, heavily_compressed_attention: 96}\n";
  return {
      {"dsa over a latent", "deepseek_sparse_attention", kMla + std::string(kIndex),
       deepseek_sparse_attention(mla(), {{32, 128}, 2048, 1, false})},
      {"dsa over keys and values", "deepseek_sparse_attention", kGqa + std::string(kIndex),
       deepseek_sparse_attention(gqa(), {{32, 128}, 2048, 1, false})},
      {"dsa with pooled index keys", "deepseek_sparse_attention", kMla + std::string(kIndex) + "index_kpool: 4\n",
       deepseek_sparse_attention(mla(), {{32, 128}, 2048, 4, false})},
      {"qsa", "qwen_sparse_attention", kGqa + std::string(kQuery),
       qwen_sparse_attention(gqa(), {{2, 96}, 4096, 32})},
      {"msa", "minimax_m3_sparse", kGqa + std::string(kBlocks),
       minimax_sparse_attention(gqa(), {{3, 40}, 16, 128})},
      {"nsa", "native_sparse_attention", kGqa + std::string(kNative),
       native_sparse_attention(gqa(), {32, 16, 64, 17, 512})},
      {"csa", "compressed_sparse_attention", kRow + std::string(kIndex) + rates,
       compressed_sparse_attention({64, 512}, {128, 4, {32, 128}, 2048})},
      {"hca", "heavily_compressed_attention", kRow + rates, heavily_compressed_attention({64, 512}, 128, 96)},
  };
}

std::vector<Row> state_rows() {
  return {
      {"a state alone", "linear_attention", kState, state_layer(state())},
      {"hybrid", "hybrid", kGqa + std::string(kState), hybrid_layer(state(), gqa())},
      {"hybrid with a window", "hybrid_sliding", kGqa + std::string(kState) + "sliding_window: 128\n",
       hybrid_layer(state(), gqa(), 128)},
  };
}

void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(std::string(row.name));
    const Model model = test::description_of(test::listing(1, row.type, row.parameters)).model;
    REQUIRE(model.layers.size() == 1);
    CHECK(model.layers.front().kind == row.expected.kind);
    CHECK(model.layers.front().tag == row.expected.tag);
    CHECK(model.layers.front() == row.expected);
    CHECK(model.order == std::vector<Run>{{0, 1}});
  }
}

TEST_CASE("softmax layers are composed as their presets") { check(softmax_rows()); }
TEST_CASE("sparse layers are composed as their presets") { check(sparse_rows()); }
TEST_CASE("layers with a state are composed as their presets") { check(state_rows()); }

TEST_CASE("a short convolution has its own type") {
  const Model model = test::description_of(test::listing(1, "conv", "hidden_size: 64\nconv_L_cache: 3\n")).model;
  Layer expected = state_layer(short_convolution_state(64, 3));
  expected.tag = "conv";
  CHECK(model.layers == std::vector<Layer>{expected});
}

TEST_CASE("every layer type is composed by some row") {
  std::set<std::string_view> seen{"conv"};
  for (const auto& rows : {softmax_rows(), sparse_rows(), state_rows()}) {
    for (const Row& row : rows) {
      seen.insert(row.type);
    }
  }
  for (const std::string_view type : layer_types()) {
    CAPTURE(std::string(type));
    CHECK(seen.contains(type));
  }
}

TEST_CASE("pooled index keys are an assumption") {
  const std::string pooled = "index keys are kept pooled, one for ";
  const std::string raw = " tokens; an engine that keeps them raw stores ";
  const auto dsa = test::description_of(
      test::listing(1, "deepseek_sparse_attention", kMla + std::string(kIndex) + "index_kpool: 4\n"));
  CHECK(dsa.model.assumptions == std::vector<std::string>{pooled + "4" + raw + "4 times as many"});
  const auto qsa = test::description_of(test::listing(1, "qwen_sparse_attention", kGqa + std::string(kQuery)));
  CHECK(qsa.model.assumptions == std::vector<std::string>{pooled + "32" + raw + "32 times as many"});
  const auto unpooled =
      test::description_of(test::listing(1, "deepseek_sparse_attention", kMla + std::string(kIndex)));
  CHECK(unpooled.model.assumptions.empty());
}

TEST_CASE("an indexer of an earlier layer") {
  const std::string lists = "indexer_types: full, shared x2\n";
  const auto description =
      test::description_of(test::listing(3, "deepseek_sparse_attention x3", kMla + std::string(kIndex) + lists));
  CHECK(description.model.layers ==
        std::vector<Layer>{deepseek_sparse_attention(mla(), {{32, 128}, 2048, 1, false}),
                           deepseek_sparse_attention(mla(), {{32, 128}, 2048, 1, true})});
  CHECK(description.model.order == std::vector<Run>{{0, 1}, {1, 2}});
}

}  // namespace

}  // namespace kvtally::compose_test
