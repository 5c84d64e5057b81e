#include <doctest/doctest.h>

#include "account/weights_text.hpp"

namespace kvtally::parameters_feed_forward_test {

namespace {

using test::described;
using test::missing_of;
using test::tensors_of;

std::string model(const std::string& sizes, const std::string& weights) {
  return "name: M\nnum_hidden_layers: 4\nlayer_types: full_attention x4\nhidden_size: 10\nnum_attention_heads: 2\n"
         "num_key_value_heads: 1\nhead_dim: 5\nvocab_size: 100\ntie_word_embeddings: true\n" +
         sizes + "weights: {norms_per_layer: 2" + weights + "}\n";
}

std::string dense(const std::string& sizes, const std::string& weights) {
  return tensors_of(described(model(sizes, weights)), WeightPart::feed_forward);
}

std::string experts(const std::string& sizes, const std::string& weights) {
  return tensors_of(described(model(sizes, weights)), WeightPart::experts);
}

const std::string kExperts =
    "num_experts: 8\nnum_experts_per_tok: 2\nmoe_intermediate_size: 6\nintermediate_size: 20\n";

TEST_CASE("a dense feed-forward, gated or not, with or without biases") {
  CHECK(dense("intermediate_size: 20\n", ", gated_mlp: true") == "gate, up and down projections [3, 10, 20] x4\n");
  CHECK(dense("intermediate_size: 20\n", "") == "up and down projections [2, 10, 20] x4\n");
  // 20 + 10 biases, and 2 x 20 + 10 where a gate has some too
  CHECK(dense("intermediate_size: 20\n", ", mlp_bias: true") ==
        "up and down projections [2, 10, 20] x4\nbiases [30] x4\n");
  CHECK(dense("intermediate_size: 20\n", ", gated_mlp: true, mlp_bias: true") ==
        "gate, up and down projections [3, 10, 20] x4\nbiases [50] x4\n");
}

TEST_CASE("experts are in every layer but the dense ones before them, or where a list says") {
  const std::string of_3 = "router [10, 8] x3\ngate, up and down projections [3, 10, 6] x3 of 8, 2 active\n";
  CHECK(experts(kExperts + "first_k_dense_replace: 1\n", ", gated_mlp: true") == of_3);
  CHECK(dense(kExperts + "first_k_dense_replace: 1\n", ", gated_mlp: true") ==
        "gate, up and down projections [3, 10, 20]\n");
  CHECK(experts(kExperts + "mlp_layer_types: \"dense, sparse x3\"\n", ", gated_mlp: true") == of_3);
  CHECK(experts(kExperts + "first_k_dense_replace: 9\n", ", gated_mlp: true") == "");
  CHECK(dense("num_experts: 0\nintermediate_size: 20\n", "") == "up and down projections [2, 10, 20] x4\n");
}

TEST_CASE("biases, shared experts and their gate, and a latent width") {
  CHECK(experts(kExperts, ", router_bias: true, expert_bias: true") ==
        "router [10, 8] x4\nrouter bias [8] x4\nup and down projections [2, 10, 6] x4 of 8, 2 active\n"
        "biases [16] x4 of 8, 2 active\n");
  CHECK(experts(kExperts + "num_shared_experts: 2\n", ", shared_expert_gate: true") ==
        "router [10, 8] x4\nup and down projections [2, 10, 6] x4 of 8, 2 active\n"
        "shared experts [2, 10, 6] x4 of 2, 2 active\nshared expert gate [10] x4\n");
  CHECK(experts(kExperts + "shared_expert_intermediate_size: 7\nnum_shared_experts: 2\n", "") ==
        "router [10, 8] x4\nup and down projections [2, 10, 6] x4 of 8, 2 active\nshared expert [2, 10, 7] x4\n");
  CHECK(experts(kExperts + "moe_latent_size: 5\n", "") ==
        "latent projections, down and up [2, 10, 5] x4\nrouter [10, 8] x4\n"
        "up and down projections [2, 5, 6] x4 of 8, 2 active\n");
}

TEST_CASE("layers of their own feed forward, and the others do not") {
  const std::string text =
      "name: M\nnum_hidden_layers: 6\nlayer_types: \"[full_attention, mlp, moe] x2\"\nhidden_size: 10\n"
      "num_attention_heads: 2\nnum_key_value_heads: 1\nhead_dim: 5\nvocab_size: 100\ntie_word_embeddings: true\n" +
      kExperts + "weights: {norms_per_layer: 1}\n";
  CHECK(tensors_of(described(text), WeightPart::feed_forward) == "up and down projections [2, 10, 20] x2\n");
  CHECK(tensors_of(described(text), WeightPart::experts) ==
        "router [10, 8] x2\nup and down projections [2, 10, 6] x2 of 8, 2 active\n");
  CHECK(tensors_of(described(text), WeightPart::norm) ==
        "final norm [1, 1, 10]\nnorms of the layers [1, 1, 10] x6\n");
}

TEST_CASE("what experts need is named when it is missing") {
  CHECK(missing_of(described(model("num_experts: 8\n", ""))) == "num_experts_per_tok, moe_intermediate_size");
  CHECK(missing_of(described(model("", ""))) == "intermediate_size");
}

}  // namespace

}  // namespace kvtally::parameters_feed_forward_test
