#include <doctest/doctest.h>

#include "account/weights_text.hpp"

namespace kvtally::parameters_sparse_test {

namespace {

using test::missing_of;
using test::tensors_of;
using test::with_layers;

// The tensors of the indexer and the compressors alone.
std::string choosing(const Model& model) {
  std::string out;
  const std::string all = tensors_of(model);
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = all.find('\n', at) + 1;
    const std::string line = all.substr(at, end - at);
    out += line.starts_with("index") || line.starts_with("compressor") ? line : "";
    at = end;
  }
  return out;
}

const std::string kLatent =
    "num_attention_heads: 4\nkv_lora_rank: 7\nqk_nope_head_dim: 3\nqk_rope_head_dim: 2\nv_head_dim: 6\n"
    "index_n_heads: 3\nindex_head_dim: 4\nindex_topk: 8\n";

TEST_CASE("DeepSeek sparse attention: a layer that reuses a choice has no indexer") {
  const std::string layers = "num_hidden_layers: 3\nlayer_types: deepseek_sparse_attention x3\n" + kLatent;
  const std::string indexer =
      "index queries [5, 12]\nindex keys [10, 4]\nindex key norm and bias [2, 4]\nindex weights [10, 3]\n";
  CHECK(choosing(with_layers(layers + "q_lora_rank: 5\nindexer_types: full, shared x2\n")) == indexer);
  CHECK(choosing(with_layers("num_hidden_layers: 1\nlayer_types: deepseek_sparse_attention\n" + kLatent +
                             "q_lora_rank: 5\nindex_kpool: 4\n")) ==
        indexer + "index pooling gate [10, 4]\nindex pooling place bias [4, 4]\n");
  CHECK(missing_of(with_layers(layers)) == "q_lora_rank");
}

TEST_CASE("MiniMax and Qwen: index queries and a key, each with a norm") {
  const std::string heads = "num_attention_heads: 2\nnum_key_value_heads: 1\nhead_dim: 5\n";
  const std::string indexer = "index queries [10, 12]\nindex keys [10, 4]\nindex query and key norms [2, 4]\n";
  CHECK(choosing(with_layers("num_hidden_layers: 1\nlayer_types: minimax_m3_sparse\n" + heads +
                             "sparse_num_index_heads: 3\nsparse_index_dim: 4\nsparse_block_size: 8\n"
                             "sparse_topk_blocks: 2\n")) == indexer);
  CHECK(choosing(with_layers("num_hidden_layers: 1\nlayer_types: qwen_sparse_attention\n" + heads +
                             "indexer_n_heads: 3\nindexer_head_dim: 4\nindexer_budget: 8\n"
                             "indexer_compress_ratio: 4\n")) == indexer);
}

// The pooling of a compressed sparse layer reads two stretches: its projections are twice as wide.
TEST_CASE("DeepSeek-V4: compressors of both kinds of layers") {
  const std::string row =
      "num_attention_heads: 2\nhead_dim: 5\nshared_key_value: true\nsliding_window: 8\nq_lora_rank: 3\n"
      "o_groups: 2\no_lora_rank: 2\n";
  CHECK(choosing(with_layers("num_hidden_layers: 1\nlayer_types: compressed_sparse_attention\n" + row +
                             "index_n_heads: 3\nindex_head_dim: 4\nindex_topk: 8\n"
                             "compress_rates: {compressed_sparse_attention: 4}\n")) ==
        "compressor key-value and gate projections [2, 10, 10]\ncompressor place bias [4, 10]\n"
        "compressor norm [5]\nindex compressor key-value and gate projections [2, 10, 8]\n"
        "index compressor place bias [4, 8]\nindex compressor norm [4]\nindex queries [3, 12]\n"
        "index weights [10, 3]\n");
  CHECK(choosing(with_layers("num_hidden_layers: 1\nlayer_types: heavily_compressed_attention\n" + row +
                             "compress_rates: {heavily_compressed_attention: 16}\n")) ==
        "compressor key-value and gate projections [2, 10, 5]\ncompressor place bias [16, 5]\n"
        "compressor norm [5]\n");
}

}  // namespace

}  // namespace kvtally::parameters_sparse_test
