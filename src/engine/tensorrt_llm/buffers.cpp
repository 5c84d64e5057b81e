#include "engine/tensorrt_llm/buffers.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/stages.hpp"
#include "engine/tensorrt_llm/compressed.hpp"

namespace kvtally::tensorrt_llm {

namespace {

constexpr std::int64_t kIndexBlock = 128;  // index keys that share a scale of 4 bytes

// Kinds of states whose first dimension the ranks part.
constexpr std::array<std::string_view, 6> kStates{"mamba2", "mamba", "gdn", "kda", "lightning", "conv"};

std::string unheld(const PlacedLayer& layer, std::string_view why) {
  return fmt::format("TensorRT-LLM's cache managers are not known to hold {} layers: {}", layer.layer->kind, why);
}

std::optional<std::string> obstacle(const PlacedLayer& placed) {
  const LayerParts& parts = placed.parts;
  if (!parts.owns) {
    return unheld(placed, "they read another layer's rows");
  }
  if (parts.index && parts.index->pool > 1 && !parts.shared) {
    return unheld(placed, "index keys that are pooled");
  }
  if (parts.key_values && (parts.index || parts.follows_index)) {
    return unheld(placed, "index keys beside keys and values");
  }
  if (parts.latent && parts.latent->window) {
    return unheld(placed, "a sliding window of latents");
  }
  if (parts.has_state && std::ranges::find(kStates, placed.layer->state.kind) == kStates.end()) {
    return unheld(placed, fmt::format("a state of kind '{}'", placed.layer->state.kind));
  }
  return std::nullopt;
}

Wide heads_of(const KeyValueStore& store, std::int64_t ranks) { return ceil_div(store.heads, ranks); }

// One layer on one of so many ranks.
class Caching {
 public:
  Caching(const Settings& settings, Tokens context, std::int64_t ranks)
      : settings_(settings), context_(context), ranks_(ranks) {}

  CachedLayer cache(const PlacedLayer& placed) {
    const LayerParts& parts = placed.parts;
    CachedLayer out;
    out.index = placed.index;
    if (parts.key_values) {
      heads(out, *parts.key_values);
    } else if (parts.latent) {
      latent(out, parts);
    } else if (parts.shared) {
      out.buffers = settings_.rates.empty() ? compressed_buffers(parts, settings_)
                                            : pooled_buffers(parts, settings_, placed.index);
    }
    if (parts.cross) {
      const KeyValueStore& store = parts.cross->heads;
      const Wide elements = heads_of(store, ranks_) * (store.key_dim + store.value_dim);
      out.buffers.push_back({"cross", Use::cross, element_bytes(settings_.format, elements), parts.cross->tokens,
                             parts.cross->tokens});
    }
    for (const StateTensor& tensor : placed.layer->state.tensors) {
      state(out, tensor, placed.layer->state.kind);
    }
    return out;
  }

  std::optional<std::string> fault() const { return fault_; }

 private:
  // As wide as the keys, both of them.
  void heads(CachedLayer& out, const KeyValueStore& store) const {
    const std::int64_t dim = std::max(store.key_dim, store.value_dim);
    out.heads = store.heads;
    out.head_dim = dim;
    out.buffers.push_back({"keys and values", Use::rows,
                           element_bytes(settings_.format, 2 * heads_of(store, ranks_) * dim),
                           store.window ? store.window : store.chunk, window_of(out.index)});
  }

  void latent(CachedLayer& out, const LayerParts& parts) const {
    out.heads = 1;
    out.head_dim = parts.latent->rank + parts.latent->rope;
    out.latent = true;
    out.buffers.push_back(
        {"latents", Use::rows, element_bytes(settings_.format, out.head_dim), std::nullopt, window_of(out.index)});
    if (parts.index) {
      const std::int64_t dim = parts.index->dim;
      out.buffers.push_back(
          {"index keys", Use::index, dim + dim / kIndexBlock * 4, std::nullopt, window_of(out.index)});
    }
  }

  std::optional<std::int64_t> window_of(std::int64_t layer) const {
    if (settings_.windows.empty()) {
      return std::nullopt;
    }
    const auto at = static_cast<std::size_t>(layer) % settings_.windows.size();
    const std::int64_t window = settings_.windows[at];
    return window >= context_.value ? std::nullopt : std::optional(window);
  }

  void state(CachedLayer& out, const StateTensor& tensor, std::string_view kind) {
    if (tensor.shape.front() % ranks_ != 0) {
      fault_ = fmt::format("{} {} of a '{}' state do not divide over {} ranks", tensor.shape.front(),
                           tensor.role == StateRole::recurrent ? "heads" : "channels", kind, ranks_);
      return;
    }
    const Wide bytes = tensor.role == StateRole::recurrent ? settings_.state_bytes : 2;
    out.state += element_count(tensor) / ranks_ * bytes;
  }

  const Settings& settings_;
  Tokens context_;
  std::int64_t ranks_;
  std::optional<std::string> fault_;
};

Manager manager_of(const std::vector<PlacedLayer>& layers, const Settings& settings) {
  bool states = false;
  bool shared = false;
  for (const PlacedLayer& placed : layers) {
    states = states || placed.parts.has_state;
    shared = shared || placed.parts.shared;
  }
  return shared || settings.second_manager ? Manager::life_cycles : states ? Manager::states : Manager::pools;
}

std::int64_t usual_block(const std::vector<PlacedLayer>& layers) {
  std::int64_t block = 32;
  for (const PlacedLayer& placed : layers) {
    block = std::max<std::int64_t>(block, placed.parts.shared ? 128 : placed.parts.index ? 64 : 32);
  }
  return block;
}

}  // namespace

Wide element_bytes(CacheFormat format, Wide elements) {
  switch (format) {
    case CacheFormat::half: return 2 * elements;
    case CacheFormat::fp8: return elements;
    case CacheFormat::nvfp4: return elements / 2 + elements / 16;
  }
  return 0;
}

Expected<Cache> cache_of(const Model& model, const std::vector<PlacedLayer>& layers, const Settings& settings,
                         Tokens context, std::int64_t ranks) {
  const auto refused = [&](std::string what) {
    return std::unexpected(Problems{{model.id, {}, std::move(what), {}, {}, {}}});
  };
  Cache out;
  out.manager = manager_of(layers, settings);
  out.block = usual_block(layers);
  Caching caching(settings, context, ranks);
  for (const PlacedLayer& placed : layers) {
    if (auto why = obstacle(placed)) {
      return refused(std::move(*why));
    }
    out.layers.push_back(caching.cache(placed));
    if (placed.parts.has_state && out.manager == Manager::life_cycles) {
      return refused(unheld(placed, "states beside a manager that counts bytes"));
    }
  }
  for (std::int64_t i = 1; i < settings.draft_tokens && out.block == 128 && settings.rates.empty(); ++i) {
    CachedLayer draft = out.layers.back();
    draft.drafts = true;
    draft.index = static_cast<std::int64_t>(out.layers.size());
    out.layers.push_back(std::move(draft));
  }
  if (auto fault = caching.fault()) {
    return refused(std::move(*fault));
  }
  return out;
}

Content content_of(const std::vector<CachedLayer>& layers, Tokens context) {
  Content out;
  for (const CachedLayer& layer : layers) {
    out.state += layer.state;
    for (const Buffer& buffer : layer.drafts ? std::vector<Buffer>{} : layer.buffers) {
      const Wide tokens = buffer.use == Use::cross ? Wide{buffer.kept.value_or(0)}
                          : buffer.kept            ? std::min<Wide>(context.value, *buffer.kept)
                                                   : context.value;
      const Wide bytes = tokens * buffer.bytes;
      switch (buffer.use) {
        case Use::rows: out.rows += bytes; break;
        case Use::index: out.index += bytes; break;
        case Use::cross: out.cross += bytes; break;
        case Use::waiting: break;
      }
    }
  }
  return out;
}

Cost cost_of(const std::vector<CachedLayer>& layers, std::int64_t block, Tokens context) {
  Cost out;
  for (const CachedLayer& layer : layers) {
    for (const Buffer& buffer : layer.buffers) {
      if (buffer.use == Use::cross) {
        continue;
      }
      if (buffer.window && *buffer.window < context.value) {
        out.request += ceil_div(*buffer.window, block) * block * buffer.bytes;
      } else {
        out.token += buffer.bytes;
      }
    }
  }
  return out;
}

std::vector<CachedLayer> fullest_stage(const std::vector<CachedLayer>& layers, std::int64_t stages) {
  return heaviest_stage(layers, stages, [](const CachedLayer& layer) {
    Wide bytes = layer.buffers.empty() ? 0 : 1;
    for (const Buffer& buffer : layer.buffers) {
      bytes += buffer.bytes;
    }
    return bytes;
  });
}

}  // namespace kvtally::tensorrt_llm
