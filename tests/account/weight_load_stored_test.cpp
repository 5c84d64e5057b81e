#include <algorithm>
#include <doctest/doctest.h>

#include "account/weight_load.hpp"
#include "account/weights_text.hpp"

namespace kvtally::weight_load_stored_test {

namespace {

using Lines = std::vector<std::string>;
using Content = StoredContent;

// 64 wide, one layer, 4 experts of which one is chosen, each 3 x 64 x 32; a router of 64 x 4.
Model sparse() {
  return test::described(
      "name: M\nhidden_size: 64\nvocab_size: 100\ntie_word_embeddings: false\nnum_experts: 4\n"
      "num_experts_per_tok: 1\nmoe_intermediate_size: 32\nnum_hidden_layers: 1\nnum_attention_heads: 2\n"
      "num_key_value_heads: 1\nhead_dim: 32\nlayer_types: full_attention x1\n"
      "weights: {norms_per_layer: 1, gated_mlp: true}\n");
}

Bytes active_of(const WeightLoad& load, WeightPart part) {
  WeightLoad one;
  std::ranges::copy_if(load.groups, std::back_inserter(one.groups), [&](const auto& g) { return g.part == part; });
  return one.active();
}

TEST_CASE("one format a part: the chosen expert is a fourth of the experts, and nothing is assumed") {
  Model model = sparse();
  const Wide expert = 3 * 64 * 32;
  model.stored = StoredWeights{{{WeightPart::embedding, "BF16", 1, 6400, {12800}},
                                {WeightPart::experts, "BF16", 13, 4 * expert + 256, {2 * (4 * expert + 256)}},
                                {WeightPart::head, "BF16", 1, 6400, {12800}}},
                               "the headers of 1 safetensors file"};
  const auto load = load_as_stored(model);
  REQUIRE(load.has_value());
  CHECK(load->total() == stored_bytes(*model.stored));
  CHECK(active_of(*load, WeightPart::experts).value == 2 * (expert + 256));
  CHECK(active_of(*load, WeightPart::embedding).value == 0);
  CHECK(load->from == "the headers of 1 safetensors file");
  CHECK(load->assumptions.empty());
}

TEST_CASE("the router in a wider format is told from the experts by its elements") {
  Model model = sparse();
  const Wide expert = 3 * 64 * 32;
  model.stored = StoredWeights{{{WeightPart::experts, "F32", 1, 256, {1024}},
                                {WeightPart::experts, "q8_0", 12, 4 * expert, {4 * expert / 32 * 34}}},
                               "GGUF"};
  const auto load = load_as_stored(model);
  REQUIRE(load.has_value());
  CHECK(load->total() == stored_bytes(*model.stored));
  CHECK(active_of(*load, WeightPart::experts).value == 1024 + expert / 32 * 34);
  CHECK(load->assumptions.empty());
}

TEST_CASE("experts in formats that cannot be told apart: in proportion, and that is said; the sum stays exact") {
  Model model = sparse();
  model.stored = StoredWeights{
      {{WeightPart::experts, "q4_K", 6, 12000, {6751}}, {WeightPart::experts, "q6_K", 7, 12832, {10529}}}, "GGUF"};
  const auto load = load_as_stored(model);
  REQUIRE(load.has_value());
  CHECK(load->total().value == 6751 + 10529);
  CHECK(load->active() < load->total());
  CHECK(load->assumptions == Lines{"the experts are stored in 2 formats: a chosen one has the mean of all"});
}

TEST_CASE("a file without a head has a tied one: the embedding is read whole") {
  Model model = sparse();
  model.stored = StoredWeights{{{WeightPart::embedding, "BF16", 1, 6400, {12800}}}, "GGUF"};
  const auto load = load_as_stored(model);
  REQUIRE(load.has_value());
  CHECK(load->active().value == 12800);
  CHECK(load->groups.front().macs.value == 6400);
}

TEST_CASE("a total alone is divided by the shapes, or refused") {
  Model model = sparse();
  model.stored = StoredWeights{{}, "model.safetensors.index.json", Bytes{100001}};
  const auto load = load_as_stored(model);
  REQUIRE(load.has_value());
  CHECK(load->total().value == 100001);
  CHECK(
      load->assumptions ==
      Lines{"only the total of the stored weights is known: the parts have it in proportion to their parameters"});
  model.weights.described = false;
  const auto refused = load_as_stored(model);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error() == Lines{"which of the stored weights a step reads: missing weights"});
}

TEST_CASE("shapes that are not known: parts as they are, but no experts without knowing which are chosen") {
  Model model = sparse();
  model.weights = {};
  model.stored = StoredWeights{{{WeightPart::embedding, "BF16", 1, 6400, {12800}},
                                {WeightPart::feed_forward, "BF16", 3, 6144, {12288}},
                                {WeightPart::head, "BF16", 1, 6400, {12800}}},
                               "GGUF"};
  const auto load = load_as_stored(model);
  REQUIRE(load.has_value());
  CHECK(load->active().value == 12288 + 12800);
  CHECK(load->groups[1].macs.value == 6144);
  CHECK(load->assumptions ==
        Lines{"the shapes of the weights are not known: every stored element is taken to be multiplied once"});
  model.stored->groups[1].part = WeightPart::experts;
  const auto refused = load_as_stored(model);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error() == Lines{"which of the stored experts a step reads: missing weights"});
  model.stored.reset();
  CHECK(load_as_stored(model).error() == Lines{"the input holds no weights"});
}

TEST_CASE("sizes of experts alone, as a GGUF file gives them, tell the chosen ones from the rest") {
  Model model = sparse();
  model.weights.described = false;
  const Wide expert = 3 * 64 * 32;
  model.stored =
      StoredWeights{{{WeightPart::experts, "BF16", 12, 4 * expert + 256, {2 * (4 * expert + 256)}}}, "GGUF"};
  const auto load = load_as_stored(model);
  REQUIRE(load.has_value());
  CHECK(load->total() == stored_bytes(*model.stored));
  CHECK(load->active().value == 2 * (expert + 256));
  CHECK(load->groups[0].macs.value == expert);
  CHECK(load->groups[0].copies == 4);
  CHECK(load->groups[1].macs.value == 256);
}

}  // namespace

}  // namespace kvtally::weight_load_stored_test
