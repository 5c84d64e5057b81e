#include <doctest/doctest.h>

#include "account/weights_text.hpp"

namespace kvtally::parameters_attention_test {

namespace {

using test::missing_of;
using test::tensors_of;
using test::with_layers;

const std::string kGrouped =
    "num_hidden_layers: 1\nlayer_types: full_attention\nnum_attention_heads: 4\nnum_key_value_heads: 2\n"
    "head_dim: 3\nv_head_dim: 5\n";

// 4 query heads and 2 key-value heads, keys 3 and values 5 wide.
TEST_CASE("projections of grouped heads whose keys and values differ in width") {
  CHECK(tensors_of(with_layers(kGrouped)) ==
        "query projection [10, 12]\nkey projection [10, 6]\nvalue projection [10, 10]\n"
        "output projection [20, 10]\n");
}

TEST_CASE("each feature adds its tensors") {
  const auto added = [](const std::string& feature) {
    const std::string all = tensors_of(with_layers(kGrouped, ", " + feature));
    const std::string bare = tensors_of(with_layers(kGrouped));
    std::string out;
    for (std::size_t at = 0; at < all.size();) {
      const std::size_t end = all.find('\n', at) + 1;
      const std::string line = all.substr(at, end - at);
      out += bare.find(line) == std::string::npos ? line : "";
      at = end;
    }
    return out;
  };
  CHECK(added("attention_bias: true") == "query bias [12]\nkey bias [6]\nvalue bias [10]\n");
  CHECK(added("attention_bias: true, key_without_bias: true") == "query bias [12]\nvalue bias [10]\n");
  CHECK(added("attention_output_bias: true") == "output bias [10]\n");
  CHECK(added("qk_norm: true") == "query norm [3]\nkey norm [3]\n");
  CHECK(added("qk_norm_all_heads: true") == "query norm [12]\nkey norm [6]\n");
  CHECK(added("output_gate: true") == "output gate [10, 20]\n");
  CHECK(added("attention_sinks: true") == "sinks [4]\n");
  CHECK(added("attention_sinks: [sliding_attention]") == "");
  CHECK(added("attention_sinks: [full_attention]") == "sinks [4]\n");
}

TEST_CASE("a value that is the key has no projection, and a shared memory none of the two") {
  CHECK(tensors_of(with_layers(kGrouped, ", value_is_key: true")) ==
        "query projection [10, 12]\nkey projection [10, 6]\noutput projection [20, 10]\n");
  const std::string shared =
      "num_hidden_layers: 3\nlayer_types: full_attention, cross_layer x2\nnum_attention_heads: 4\n"
      "num_key_value_heads: 2\nhead_dim: 3\n"
      "kinds:\n  cross_layer: {layer_type: full_attention, shares: previous}\n";
  CHECK(tensors_of(with_layers(shared, ", qk_norm: true")) ==
        "query projection [10, 12]\nkey projection [10, 6]\nvalue projection [10, 6]\noutput projection [12, 10]\n"
        "query norm [3]\nkey norm [3]\n"
        "query projection [10, 12]\noutput projection [12, 10]\nquery norm [3]\n"
        "query projection [10, 12]\noutput projection [12, 10]\nquery norm [3]\n");
  CHECK(test::tensors_of(with_layers(shared, ", projections_where_shared: true"))
            .find("key projection [10, 6]\n"
                  "value projection [10, 6]\n"
                  "output projection [12, 10]\n"
                  "query projection") != std::string::npos);
}

const std::string kLatent =
    "num_hidden_layers: 1\nlayer_types: full_attention\nnum_attention_heads: 4\nkv_lora_rank: 7\n"
    "qk_nope_head_dim: 3\nqk_rope_head_dim: 2\nv_head_dim: 6\n";

// Queries 4 x (3 + 2), keys and values 4 x (3 + 6) from the latent.
TEST_CASE("a latent's projections, with and without a rank for queries") {
  const std::string rest =
      "latent projection [10, 9]\nlatent norm [7]\nkey and value up-projection [7, 36]\n"
      "output projection [24, 10]\n";
  CHECK(tensors_of(with_layers(kLatent + "q_lora_rank: 0\n")) == "query projection [10, 20]\n" + rest);
  CHECK(tensors_of(with_layers(kLatent + "q_lora_rank: 5\n")) ==
        "query down-projection [10, 5]\nquery latent norm [5]\nquery projection [5, 20]\n" + rest);
  CHECK(missing_of(with_layers(kLatent)) == "q_lora_rank");
}

TEST_CASE("an encoder's memory has projections of its own") {
  const std::string both =
      "num_hidden_layers: 1\nlayer_types: full_attention\nnum_attention_heads: 2\nnum_key_value_heads: 2\n"
      "head_dim: 5\nis_encoder_decoder: true\nmax_source_positions: 9\n";
  CHECK(tensors_of(with_layers(both)) ==
        "query projection [10, 10]\nkey projection [10, 10]\nvalue projection [10, 10]\n"
        "output projection [10, 10]\ncross-attention query projection [10, 10]\n"
        "cross-attention key projection [10, 10]\ncross-attention value projection [10, 10]\n"
        "cross-attention output projection [10, 10]\n");
}

TEST_CASE("branches whose weights are not known are named") {
  const std::string branches =
      "num_hidden_layers: 1\nlayer_types: native_sparse_attention\nnum_attention_heads: 2\n"
      "num_key_value_heads: 1\nhead_dim: 5\ncompress_block_size: 4\ncompress_block_stride: 2\n"
      "selection_block_size: 4\nnum_selected_blocks: 2\nsliding_window: 8\n";
  CHECK(missing_of(with_layers(branches)) == "the weights of native_sparse_attention layers");
}

TEST_CASE("groups that do not divide the heads' width are named") {
  const std::string shared_row =
      "num_hidden_layers: 1\nlayer_types: sliding_attention\nnum_attention_heads: 2\nhead_dim: 5\n"
      "shared_key_value: true\nsliding_window: 8\nq_lora_rank: 3\no_lora_rank: 2\n";
  CHECK(missing_of(with_layers(shared_row + "o_groups: 3\n")) == "o_groups that divide the heads' width");
  CHECK(missing_of(with_layers(shared_row + "o_groups: 0\n")) == "o_groups that divide the heads' width");
  CHECK(tensors_of(with_layers(shared_row + "o_groups: 2\n")) ==
        "query down-projection [10, 3]\nquery latent norm [3]\nquery projection [3, 10]\n"
        "key-value projection [10, 5]\nkey-value norm [5]\noutput down-projections [5, 4]\n"
        "output projection [4, 10]\n");
}

}  // namespace

}  // namespace kvtally::parameters_attention_test
