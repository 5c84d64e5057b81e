#include "account/parameter_list.hpp"

#include <doctest/doctest.h>

#include "account/weights_text.hpp"

namespace kvtally::parameter_list_test {

namespace {

using test::described;
using test::missing_of;
using test::with_layers;

const std::string kHeads =
    "num_hidden_layers: 2\nlayer_types: full_attention x2\nnum_attention_heads: 2\nnum_key_value_heads: 2\n"
    "head_dim: 5\n";

TEST_CASE("a tensor of nothing is none, and a missing fact is named once") {
  const Model model;
  ParameterList list(model);
  list.enter("full_attention", 3);
  list.add(WeightPart::attention, "sinks", {0});
  list.add(WeightPart::attention, "query projection", {2, 5});
  list.need("intermediate_size");
  list.need("intermediate_size");
  list.hidden();
  const ParameterCount count = list.take();
  CHECK(count.tensors == std::vector<ParameterTensor>{
                             {WeightPart::attention, "full_attention", "query projection", {2, 5}, 3, 1, 1}});
  CHECK(count.missing == std::vector<std::string>{"intermediate_size", "hidden_size"});
  CHECK(count.total() == 30);
}

TEST_CASE("in draft layers every tensor belongs to the draft") {
  const Model model;
  ParameterList list(model);
  list.enter("full_attention", 1, WeightPart::draft);
  list.add(WeightPart::attention, "query projection", {2, 5});
  const ParameterCount count = list.take();
  CHECK(count.total_of(WeightPart::draft) == 10);
  CHECK(count.total() == 0);
}

TEST_CASE("without a list of what the weights have there is no count") {
  CHECK(missing_of(described("name: M\n" + kHeads)) == "weights");
  CHECK(missing_of(described("name: M\n" + kHeads + "weights: {}\n")) ==
        "vocab_size, hidden_size, tie_word_embeddings, intermediate_size, norms_per_layer");
}

// 2 layers x 4 x 10 x 10 of attention, 2 x 100 x 10 of embedding and head, (2 + 1) x 10 of norms.
TEST_CASE("a tied head counts once, and a learned position as an embedding") {
  CHECK(count_parameters(with_layers(kHeads)).total() == 800 + 2000 + 30);
  CHECK(count_parameters(with_layers(kHeads + "learned_positions: 7\n")).total() == 800 + 2000 + 30 + 70);
  const std::string tied =
      "name: M\nhidden_size: 10\nvocab_size: 100\ntie_word_embeddings: true\nintermediate_size: 0\n" + kHeads;
  CHECK(count_parameters(described(tied + "weights: {norms_per_layer: 1}\n")).total() == 800 + 1000 + 30);
  CHECK(count_parameters(described(tied + "weights: {norms_per_layer: 1, norm_bias: true}\n")).total() ==
        800 + 1000 + 60);
  CHECK(count_parameters(described(tied + "weights: {norms_per_layer: 1, final_norms: 0}\n")).total() ==
        800 + 1000 + 20);
}

TEST_CASE("a draft layer is counted where its feed-forward is known, and apart") {
  const std::string drafting = kHeads + "mtp_layer_types: full_attention\n";
  CHECK(count_parameters(with_layers(drafting)).total_of(WeightPart::draft) == 0);
  // 400 of attention, a norm, 3 norms beside it, and the projection of 20 to 10
  const ParameterCount count = count_parameters(with_layers(drafting, ", mtp_dense: true"));
  CHECK(count.total_of(WeightPart::draft) == 400 + 10 + 30 + 200);
  CHECK(count.total() == 800 + 2000 + 30);
}

TEST_CASE("given tensors count under their part, and encoders apart") {
  const Model model =
      with_layers(kHeads,
                  ", published_with: [encoder], published_without: [other], tensors: ["
                  "{part: other, name: table, shape: [vocab_size, 3]}, "
                  "{part: encoder, name: tower, shape: [4, hidden_size], copies: 5}, "
                  "{part: experts, name: experts, shape: [7], copies: num_hidden_layers, active: 1}]");
  const ParameterCount count = count_parameters(model);
  CHECK(count.total() == 800 + 2000 + 30 + 300 + 14);
  CHECK(count.active() == 800 + 2000 + 30 + 300 + 7);
  CHECK(count.total_of(WeightPart::encoder) == 200);
  CHECK(compare_published(model, count) == std::nullopt);
  Model published = model;
  published.parameters.total = 3000;
  const auto comparison = compare_published(published, count);
  REQUIRE(comparison.has_value());
  CHECK(comparison->computed == 800 + 2000 + 30 + 14 + 200);
  CHECK(comparison->difference() == 44);
}

TEST_CASE("a count beyond 63 bits is refused by name") {
  const std::string huge =
      "num_hidden_layers: 1\nlayer_types: full_attention\nnum_attention_heads: 2147483647\n"
      "num_key_value_heads: 1\nhead_dim: 16\n";
  const std::string text =
      "name: M\nhidden_size: 2147483647\nvocab_size: 100\ntie_word_embeddings: false\n"
      "intermediate_size: 2147483647\n" +
      huge + "weights: {norms_per_layer: 1}\n";
  CHECK(missing_of(described(text)) == "sizes whose product stays below 2^63");
  CHECK(compare_published(described(text), count_parameters(described(text))) == std::nullopt);
}

TEST_CASE("elements that a file stores are summed; without a file there are none") {
  Model model;
  CHECK(stored_elements(model) == std::nullopt);
  model.stored = StoredWeights{
      {{WeightPart::head, "BF16", 1, 10, Bytes{20}}, {WeightPart::norm, "F32", 2, 5, Bytes{20}}}, "one file"};
  CHECK(stored_elements(model) == Wide{15});
}

}  // namespace

}  // namespace kvtally::parameter_list_test
