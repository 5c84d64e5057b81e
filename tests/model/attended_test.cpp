#include "model/attended.hpp"

#include <doctest/doctest.h>

namespace kvtally::attended_test {

namespace {

constexpr KeyValueHeads kHeads{32, 8, 192, 128};
constexpr LatentHeads kLatent{128, 512, 64, 128, 96};

TEST_CASE("which memory a layer attends to") {
  const Memory heads = key_value_memory(kHeads);
  CHECK(attended(feed_forward_layer("mlp")) == nullptr);
  CHECK(attended(state_layer(linear_state({4, 4, 64, 64}))) == nullptr);
  CHECK(attended(cross_attention(heads, 1500)) == nullptr);
  CHECK(*attended(full_attention(heads)) == heads);
  const Layer both = with_encoder_memory(full_attention(heads), key_value_memory({32, 32, 64, 64}), 1500);
  CHECK(*attended(both) == heads);
  CHECK(is_of_encoder(both.memories[1]));
  CHECK_FALSE(is_of_encoder(both.memories[0]));
  CHECK(attended(heavily_compressed_attention({64, 512}, 128, 128))->name == "window");
}

TEST_CASE("heads as their projections make them") {
  const ProjectedHeads heads = projected_heads(key_value_memory(kHeads));
  CHECK(heads.query == 32);
  CHECK(heads.key_dim == 192);
  CHECK(heads.value_dim == 128);
  const ProjectedHeads latent = projected_heads(latent_memory(kLatent));
  CHECK(latent.query == 128);
  CHECK(latent.key_dim == 128);  // without the rotary 64
  CHECK(latent.value_dim == 96);
  const ProjectedHeads row = projected_heads(shared_row_memory({64, 512}));
  CHECK(row.query == 64);
  CHECK(row.key_dim == 512);
  CHECK(row.value_dim == 512);
}

TEST_CASE("the latent of a layer") {
  CHECK_FALSE(latent_of(full_attention(key_value_memory(kHeads))).has_value());
  CHECK_FALSE(latent_of(feed_forward_layer("moe")).has_value());
  const auto latent = latent_of(full_attention(latent_memory(kLatent)));
  REQUIRE(latent.has_value());
  CHECK(latent->rank == 512);
  CHECK(latent->rope == 64);
  CHECK(latent_of(full_attention(latent_memory({64, 512, 0, 256, 256})))->rope == 0);
}

TEST_CASE("the indexer of a layer") {
  const Memory latent = latent_memory(kLatent);
  CHECK_FALSE(indexer_of(full_attention(latent)).has_value());
  CHECK_FALSE(indexer_of(native_sparse_attention(key_value_memory(kHeads), {32, 16, 64, 16, 512})).has_value());
  const auto check = [](const Layer& layer, const TopKIndex& expected) {
    const auto found = indexer_of(layer);
    REQUIRE(found.has_value());
    CHECK(found->index.heads == expected.index.heads);
    CHECK(found->index.dim == expected.index.dim);
    CHECK(found->top_k == 0);
    CHECK(found->pool == expected.pool);
    CHECK(found->reused == expected.reused);
  };
  check(deepseek_sparse_attention(latent, {{64, 128}, 2048}), {{64, 128}, 0, 1, false});
  check(deepseek_sparse_attention(latent, {{32, 128}, 2048, 4}), {{32, 128}, 0, 4, false});
  check(deepseek_sparse_attention(latent, {{32, 128}, 2048, 4, true}), {{0, 0}, 0, 4, true});
  check(deepseek_sparse_attention(latent, {{32, 128}, 2048, 1, true}), {{0, 0}, 0, 1, true});
  check(qwen_sparse_attention(key_value_memory(kHeads), {{4, 64}, 2048, 16}), {{4, 64}, 0, 16, false});
  // Its index keys are pooled because its entries are.
  check(compressed_sparse_attention({64, 512}, {128, 4, {64, 128}, 512}), {{64, 128}, 0, 1, false});
}

TEST_CASE("a memory's own entries at every position") {
  Memory memory = latent_memory(kLatent);
  const Layer sparse = deepseek_sparse_attention(memory, {{64, 128}, 2048});
  CHECK(own_entries(sparse.memories.front()) == memory);
  const Layer compressed = compressed_sparse_attention({64, 512}, {128, 4, {64, 128}, 512});
  CHECK(own_entries(compressed.memories[0]) == shared_row_memory({64, 512}));
  CHECK(own_entries(compressed.memories[1]) == shared_row_memory({64, 512}));
}

TEST_CASE("a model with other layers") {
  const Layer full = full_attention(key_value_memory(kHeads));
  const Layer window = sliding_attention(key_value_memory(kHeads), 128);
  Model model;
  append_layer(model, model.order, window, 5);
  append_layer(model, model.order, full, 1);
  append_layer(model, model.order, feed_forward_layer("mlp"), 2);
  append_layer(model, model.draft, full, 1);
  CHECK(with_layers(model, model.layers) == model);
  const Model other = with_layers(model, {full, full, feed_forward_layer("moe")});
  CHECK(other.layers == std::vector<Layer>{full, feed_forward_layer("moe")});
  CHECK(other.order == std::vector<Run>{{0, 6}, {1, 2}});
  CHECK(other.draft == std::vector<Run>{{0, 1}});
}

}  // namespace

}  // namespace kvtally::attended_test
