#include <algorithm>
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "account/random_composition.hpp"
#include "model/presets.hpp"
#include "read/description/description.hpp"
#include "read/text/yaml.hpp"
#include "report/description_yaml.hpp"

namespace kvtally::description_yaml_random_test {

namespace {

using test::coin;
using test::pick;

Memory random_heads() {
  const std::int64_t key_value_heads = pick(1, 3);
  const std::int64_t query_heads = key_value_heads * pick(1, 3);
  switch (pick(0, 2)) {
    case 0: {
      const std::int64_t dim = 8 * pick(1, 2);
      return key_value_memory({query_heads, key_value_heads, dim, coin() ? dim : 8 * pick(1, 2)});
    }
    case 1: return latent_memory({query_heads, pick(1, 3), pick(0, 2), pick(0, 2), pick(1, 3)});
    default: return shared_row_memory({query_heads, 8 * pick(1, 2)});
  }
}

State random_preset_state() {
  const std::int64_t key_heads = pick(1, 2);
  const StateHeads heads{key_heads, key_heads * pick(1, 2), pick(1, 3), pick(1, 3), pick(0, 3), coin()};
  switch (pick(0, 11)) {
    case 0: return linear_state(heads);
    case 1: return lightning_state(heads);
    case 2: return gated_delta_state(heads);
    case 3: return rwkv7_state(heads, pick(1, 3));
    case 4: return rwkv6_state(heads, pick(1, 3));
    case 5: return rwkv4_state(pick(1, 3), pick(1, 3));
    case 6: return gated_recurrence_state(pick(1, 3), pick(0, 3));
    case 7: return gated_slots_state(heads, pick(1, 3));
    case 8: return matrix_lstm_state(heads);
    case 9: return short_convolution_state(pick(1, 3), pick(2, 3), pick(0, 2));
    case 10: return mamba_state(4 * pick(1, 3), pick(1, 3), pick(1, 3));
    default: return mamba2_state({pick(1, 3), pick(1, 3), pick(1, 3), pick(1, 3), pick(1, 3)});
  }
}

// The layer and the model's own memory, with a description for each: but for two rates of one compressing type.
Layer random_attention(const Memory& memory) {
  const IndexHeads index{pick(1, 2), pick(1, 2)};
  const SharedRow row{pick(1, 2), 8 * pick(1, 2)};
  switch (pick(0, 9)) {
    case 0: return full_attention(memory);
    case 1: return sliding_attention(memory, pick(1, 3), pick(0, 1));
    case 2: return chunked_attention(memory, pick(1, 3));
    case 3: return deepseek_sparse_attention(memory, {index, 4 * pick(1, 3), coin() ? 4 : 1});
    case 4: return qwen_sparse_attention(memory, {index, 4 * pick(1, 3), 4});
    case 5: return minimax_sparse_attention(memory, {index, pick(1, 3), pick(1, 3)});
    case 6: return native_sparse_attention(memory, {8, 4, pick(1, 3), pick(1, 3), pick(1, 3)});
    case 7: return compressed_sparse_attention(row, {pick(1, 3), 4, index, pick(1, 3)});
    case 8: return heavily_compressed_attention(row, pick(1, 3), 8);
    default: return hybrid_layer(random_preset_state(), memory, pick(0, 2));
  }
}

Layer random_preset() {
  const Memory memory = random_heads();
  switch (pick(0, 7)) {
    case 0: return feed_forward_layer(coin() ? "moe" : "mlp");
    case 1: return cross_attention(memory, pick(0, 3));
    case 2: {
      Layer layer = state_layer(short_convolution_state(pick(1, 3), pick(2, 3)));
      layer.tag = "conv";
      return layer;
    }
    case 3: return state_layer(kimi_delta_state({pick(1, 2), 2, pick(1, 3), pick(1, 3), pick(0, 3)}));
    default: break;
  }
  Layer layer = random_attention(memory);
  const bool own_row = layer.kind == "csa" || layer.kind == "hca";
  const std::int64_t dim = 8 * pick(1, 2);
  const Memory encoder = coin() ? memory : key_value_memory({pick(1, 3), pick(1, 3), dim, dim});
  return coin() && !own_row ? with_encoder_memory(std::move(layer), encoder, pick(0, 3)) : layer;
}

std::optional<std::int64_t> maybe(std::int64_t low, std::int64_t high) {
  return coin() ? std::optional(pick(low, high)) : std::nullopt;
}

TEST_CASE("layers of presets in any mixture read back from their description") {
  CHECK(rc::check("whatever the naive formula's keys are", [] {
    Model model;
    model.name = "random";
    for (std::int64_t runs = pick(1, 6); runs > 0; --runs) {
      append_layer(model, model.order, random_preset(), pick(1, 3));
    }
    if (coin()) {
      append_layer(model, model.draft, random_preset(), 1);
    }
    model.naive = {layer_count(model.order), maybe(1, 6), maybe(1, 3), maybe(8, 9), maybe(1, 8)};
    const auto text = description_of(model);
    if (!text) {
      RC_FAIL(text.error().front());
    }
    RC_LOG(*text);
    const auto back = read_description(*parse_yaml("m.yaml", *text), "");
    RC_ASSERT(back.has_value());
    RC_ASSERT(back->model.layers == model.layers);
    RC_ASSERT(back->model.order == model.order);
    RC_ASSERT(back->model.draft == model.draft);
    RC_ASSERT(back->model.naive == model.naive);
  }));
}

// Formats are looked at first, and would hide everything else.
void give_own_formats(Layer& layer) {
  for (Memory& memory : layer.memories) {
    for (Row& row : memory.entry) {
      row.format = bf16();
    }
    if (memory.indexer) {
      memory.indexer->key.format = bf16();
    }
  }
  for (StateTensor& tensor : layer.state.tensors) {
    tensor.name = coin() ? "matrix" : coin() ? "convolution" : "state";
    tensor.format = tensor.role == StateRole::recurrent ? f32() : bf16();
  }
}

TEST_CASE("parts that no preset has are refused, never written as something else") {
  CHECK(rc::check("whatever they are", [] {
    Model model = test::random_model();
    model.name = "random";
    for (Layer& layer : model.layers) {
      layer.tag = *rc::gen::elementOf(
          std::vector<std::string>{"full_attention", "sliding_attention", "deepseek_sparse_attention",
                                   "native_sparse_attention", "compressed_sparse_attention", "linear_attention",
                                   "conv", "hybrid", "hybrid_sliding", "cross_attention"});
    }
    std::ranges::for_each(model.layers, give_own_formats);
    const auto text = description_of(model);
    if (text) {
      const auto back = read_description(*parse_yaml("m.yaml", *text), "");
      RC_ASSERT(back.has_value());
      RC_ASSERT(back->model == model);
    } else {
      RC_ASSERT(!text.error().front().empty());
    }
  }));
}

}  // namespace

}  // namespace kvtally::description_yaml_random_test
