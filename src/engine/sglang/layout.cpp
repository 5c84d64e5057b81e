#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/sglang/layers.hpp"

namespace kvtally::sglang {

namespace {

constexpr std::int64_t kCompressedDim = 512;  // of DeepSeek-V4's rows

// Kinds of states whose tensors the state pool is known to divide: the first dimension over the ranks.
constexpr std::array<std::string_view, 6> kStates{"mamba2", "mamba", "gdn", "kda", "lightning", "conv"};

// Beginnings of the model types whose architectures are on the list.
constexpr std::array<std::string_view, 5> kSliding{"llama4", "gpt_oss", "mimo_v2", "step3p", "gemma4"};

Problems refused(const Model& model, std::string what) { return {{model.id, {}, std::move(what), {}, {}, {}}}; }

std::string unheld(const PlacedLayer& layer, std::string_view why) {
  return fmt::format("SGLang's pools are not known to hold {} layers: {}", layer.layer->kind, why);
}

// Why no pool is known for the layer; nothing when one is.
std::optional<std::string> obstacle(const PlacedLayer& placed) {
  const LayerParts& parts = placed.parts;
  if (parts.cross) {
    return unheld(placed, "an encoder's keys and values");
  }
  if (parts.index && parts.index->pool > 1 && !parts.shared) {
    return unheld(placed, "index keys that are pooled");
  }
  if (parts.latent && parts.latent->window) {
    return unheld(placed, "a sliding window of latents");
  }
  if (parts.has_state && std::ranges::find(kStates, placed.layer->state.kind) == kStates.end()) {
    return unheld(placed, fmt::format("a state of kind '{}'", placed.layer->state.kind));
  }
  if (parts.shared && !parts.shared->window) {
    return unheld(placed, "pooled rows without a window beside them");
  }
  if (parts.shared && parts.shared->dim != kCompressedDim) {
    return unheld(placed, "rows of DeepSeek-V4 are 512 wide there");
  }
  if (parts.shared && parts.shared->rate && *parts.shared->rate != 4 && *parts.shared->rate != 128) {
    return unheld(placed, "DeepSeek-V4's rates are 4 and 128 there");
  }
  return std::nullopt;
}

std::optional<Layout> layout_of_layer(const LayerParts& parts) {
  const bool indexed = parts.index || parts.follows_index;
  if (parts.shared) {
    return Layout::compressed;
  }
  if (parts.latent) {
    return indexed ? Layout::sparse_latent : Layout::latent;
  }
  if (parts.key_values) {
    return indexed ? Layout::block_sparse : Layout::heads;
  }
  return std::nullopt;
}

// Dense layers beside block-sparse ones are in the same pool.
std::optional<Layout> together(Layout a, Layout b) {
  if (a == b) {
    return a;
  }
  const bool heads = a == Layout::heads || b == Layout::heads;
  const bool sparse = a == Layout::block_sparse || b == Layout::block_sparse;
  return heads && sparse ? std::optional(Layout::block_sparse) : std::nullopt;
}

bool has_state(const std::vector<PlacedLayer>& layers) {
  return std::ranges::any_of(layers, [](const PlacedLayer& layer) { return layer.parts.has_state; });
}

bool has_window(const std::vector<PlacedLayer>& layers) {
  return std::ranges::any_of(layers, [](const PlacedLayer& layer) {
    return layer.parts.key_values && (layer.parts.key_values->window || layer.parts.key_values->chunk);
  });
}

}  // namespace

Expected<Layout> layout_of(const Model& model, const std::vector<PlacedLayer>& layers) {
  std::optional<Layout> layout;
  for (const PlacedLayer& placed : layers) {
    if (auto why = obstacle(placed)) {
      return std::unexpected(refused(model, std::move(*why)));
    }
    const auto own = layout_of_layer(placed.parts);
    if (!own) {
      continue;
    }
    layout = layout ? together(*layout, *own) : own;
    if (!layout) {
      return std::unexpected(refused(model, unheld(placed, "beside layers of another pool")));
    }
  }
  if (!layout) {
    return std::unexpected(refused(model, "SGLang's state pool is known only beside layers that keep rows"));
  }
  const bool plain = *layout == Layout::heads || *layout == Layout::latent;
  if (has_state(layers) && (!plain || has_window(layers))) {
    return std::unexpected(refused(model, "SGLang's state pool is known only beside full attention"));
  }
  return *layout;
}

bool has_sliding_pool(const Model& model, const Settings& settings) {
  const auto begins = [&](std::string_view type) { return model.model_type.starts_with(type); };
  return settings.sliding_pool && (model.model_type.empty() || std::ranges::any_of(kSliding, begins));
}

}  // namespace kvtally::sglang
