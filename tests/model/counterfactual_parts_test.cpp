#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "account/one_layer.hpp"
#include "model/counterfactual.hpp"
#include "model/presets.hpp"

// What stays of a layer that is given another attention, and what is refused.
namespace kvtally::counterfactual_parts_test {

namespace {

using Words = std::vector<std::string>;

const KeyValueHeads kHeads{16, 8, 64, 64};

std::expected<Model, Words> made(const Model& model, const std::string& word) {
  return counterfactual(model, *parse_attention(word));
}

Layer only(const Layer& layer, const std::string& word) {
  const auto out = made(test::model_of(layer), word);
  REQUIRE_MESSAGE(out.has_value(), out.error().front());
  return out->layers.front();
}

Words errors(const Layer& layer, const std::string& word) {
  const auto out = made(test::model_of(layer), word);
  return out ? Words{} : out.error();
}

TEST_CASE("a state beside attention stays") {
  const State state = mamba2_state({8, 64, 128, 1, 4});
  const Layer hybrid = hybrid_layer(state, key_value_memory(kHeads));
  CHECK(only(hybrid, "mqa") == hybrid_layer(state, key_value_memory({16, 1, 64, 64})));
  CHECK(only(hybrid, "swa-256") == hybrid_layer(state, key_value_memory(kHeads), 256));
  const Layer chunked = only(hybrid, "chunked-256");
  CHECK(chunked.kind == "chunked");
  CHECK(chunked.state == state);
  CHECK(made(test::model_of(hybrid), "mqa")->assumptions.back() == "the states beside attention stay");
  CHECK(errors(hybrid, "linear") == Words{"its layers have a state beside their attention already"});
}

TEST_CASE("an encoder's memory stays") {
  const Memory encoder = key_value_memory({16, 16, 32, 32});
  const Layer layer = with_encoder_memory(full_attention(key_value_memory(kHeads)), encoder, 1500);
  CHECK(only(layer, "mqa") ==
        with_encoder_memory(full_attention(key_value_memory({16, 1, 64, 64})), encoder, 1500));
  CHECK(made(test::model_of(layer), "mqa")->assumptions.back() == "the encoder's memory stays");
}

TEST_CASE("a layer that reads another layer's cache still keeps nothing") {
  Model model = test::model_of(full_attention(key_value_memory(kHeads)), 2);
  append_layer(model, model.order,
               test::sharing(full_attention(key_value_memory(kHeads)), Sharing::Owner::layer_before), 2);
  const auto out = made(model, "mha");
  REQUIRE(out.has_value());
  // 2 layers × 100 tokens × 16 heads × (64 + 64) × 2 bytes
  CHECK(tally(terms_of(*out), Tokens{100}).total() == Bytes{819200});
  CHECK(out->layers[1].sharing.owner == Sharing::Owner::layer_before);
  CHECK(out->assumptions.back() == "layers that read the cache of another layer still keep nothing of their own");
}

TEST_CASE("a model's own latent and indexer serve layers that have none") {
  const Memory latent = latent_memory({16, 512, 64, 128, 64});
  Model model = test::model_of(sliding_attention(key_value_memory(kHeads), 128), 3);
  append_layer(model, model.order, deepseek_sparse_attention(latent, {{4, 32}, 256, 4}), 1);
  append_layer(model, model.order, deepseek_sparse_attention(latent, {{4, 32}, 256, 4, true}), 1);

  const auto latents = made(model, "mla");
  REQUIRE(latents.has_value());
  CHECK(latents->layers ==
        std::vector<Layer>{full_attention(latent_memory({16, 512, 64, 64, 64})), full_attention(latent)});
  const auto sparse = made(model, "dsa-128");
  REQUIRE(sparse.has_value());
  CHECK(sparse->layers ==
        std::vector<Layer>{deepseek_sparse_attention(key_value_memory(kHeads), {{4, 32}, 128, 4}),
                           deepseek_sparse_attention(latent, {{4, 32}, 128, 4}),
                           deepseek_sparse_attention(latent, {{4, 32}, 128, 4, true})});
  const auto own = made(model, "dsa-128:2x16");
  REQUIRE(own.has_value());
  CHECK(own->layers == std::vector<Layer>{deepseek_sparse_attention(key_value_memory(kHeads), {{2, 16}, 128}),
                                          deepseek_sparse_attention(latent, {{2, 16}, 128})});
}

TEST_CASE("entries are a layer's own, unpooled") {
  const Layer compressed = compressed_sparse_attention({64, 512}, {128, 4, {64, 128}, 512});
  CHECK(only(compressed, "swa-256") == sliding_attention(shared_row_memory({64, 512}), 256));
  CHECK(only(compressed, "dsa-512") == deepseek_sparse_attention(shared_row_memory({64, 512}), {{64, 128}, 512}));
  CHECK(only(compressed, "mha") == full_attention(key_value_memory({64, 64, 512, 512})));
}

TEST_CASE("what cannot be") {
  const Layer layer = full_attention(key_value_memory(kHeads));
  CHECK(errors(layer, "gqa-5") == Words{"5 key-value heads do not divide its 16 query heads"});
  CHECK(errors(layer, "gqa-32") == Words{"32 key-value heads do not divide its 16 query heads"});
  CHECK(errors(layer, "mla") ==
        Words{"it has no latent of its own; its rank and rotary width must be given (mla:512+64)"});
  CHECK(errors(layer, "mha:2147483647+1") == Words{});
  CHECK(errors(full_attention(key_value_memory({64, 8, 64, 64})), "mha:2147483647+1") ==
        Words{"64 key heads of 2147483647 elements are more than 2^36"});
  CHECK(errors(deepseek_sparse_attention(key_value_memory(kHeads), {{4, 32}, 256, 4}), "dsa-130") ==
        Words{"its index keys are pooled 4 to one, which 130 is no multiple of"});
  const Words none{
      "it has no layer that attends to the tokens before it, so that none can be given another attention"};
  CHECK(errors(state_layer(linear_state({4, 4, 64, 64})), "mha") == none);
  CHECK(errors(cross_attention(key_value_memory(kHeads), 1500), "mha") == none);

  // Each once, of all layers.
  Model model = test::model_of(layer);
  append_layer(model, model.order, sliding_attention(key_value_memory(kHeads), 8), 1);
  append_layer(model, model.order, full_attention(key_value_memory({12, 4, 64, 64})), 1);
  CHECK(made(model, "gqa-5").error() == Words{"5 key-value heads do not divide its 16 query heads",
                                              "5 key-value heads do not divide its 12 query heads"});
}

}  // namespace

}  // namespace kvtally::counterfactual_parts_test
