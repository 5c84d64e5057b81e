#include "account/activations.hpp"

#include <doctest/doctest.h>

#include "account/weights_text.hpp"

namespace kvtally::activations_test {

namespace {

using test::described;

const char* const kDense =
    "name: M\nhidden_size: 100\nvocab_size: 1000\nnum_hidden_layers: 2\nnum_attention_heads: 4\n"
    "num_key_value_heads: 2\nhead_dim: 25\nlayer_types: full_attention x2\n";

TEST_CASE("the widest live pair of a dense layer is that of its activation") {
  const Model model = described(std::string(kDense) + "intermediate_size: 300\n");
  // queries 100 and keys and values 2 * 2 * 25 beside the hidden state; 2 * 300 and 300
  CHECK(live_pairs(model, 1) == std::vector<LivePair>{{"gqa, queries, keys and values", 100, 200},
                                                      {"gqa, output projection", 100, 100},
                                                      {"feed-forward, gate and up", 100, 600},
                                                      {"feed-forward, activation", 600, 300},
                                                      {"feed-forward, down", 300, 100}});
  CHECK(widest_pair(model, 1) == LivePair{"feed-forward, activation", 600, 300});
  CHECK(widest_pair(model, 4).width() == 300);  // 100 + 200 of the attention: 75 wide feed-forwards are narrower
  CHECK(activation_bytes(model, widest_pair(model, 1), 10, 3, bf16()).value == 900 * 10 * 2 + 3 * 1000 * 4);
}

TEST_CASE("experts work on a copy of the token for each expert that is chosen") {
  const Model model =
      described(std::string(kDense) + "moe_intermediate_size: 50\nnum_experts: 8\nnum_experts_per_tok: 3\n");
  CHECK(widest_pair(model, 1) == LivePair{"chosen experts, gate and up", 300, 300});
}

TEST_CASE("a latent is expanded in prefill") {
  const Model model = described(
      "name: M\nhidden_size: 10\nvocab_size: 100\nnum_hidden_layers: 1\nnum_attention_heads: 4\n"
      "kv_lora_rank: 16\nqk_rope_head_dim: 8\nqk_nope_head_dim: 32\nv_head_dim: 24\n"
      "layer_types: full_attention\n");
  // 4 heads of 40 wide queries and keys, and 24 wide values
  CHECK(widest_pair(model, 1) == LivePair{"mla, queries, keys and values", 10, 160 + 160 + 96});
}

TEST_CASE("without a hidden size nothing is known") {
  const Model model = described(
      "name: M\nnum_hidden_layers: 1\nnum_attention_heads: 4\nnum_key_value_heads: 4\nhead_dim: 8\n"
      "layer_types: full_attention\n");
  CHECK(live_pairs(model, 1).empty());
  CHECK(activation_bytes(model, widest_pair(model, 1), 10, 3, bf16()).value == 0);
}

}  // namespace

}  // namespace kvtally::activations_test
