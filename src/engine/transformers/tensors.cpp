#include "engine/transformers/tensors.hpp"

#include <algorithm>
#include <string_view>

namespace kvtally::transformers {

namespace {

constexpr std::int64_t kCounterBytes = 8;  // int64
constexpr std::int64_t kFloatBytes = 4;

Bytes product(const std::vector<std::int64_t>& shape, std::int64_t element_bytes) {
  Wide out = element_bytes;
  for (const std::int64_t size : shape) {
    out *= size;
  }
  return Bytes{out};
}

std::int64_t as_size(Wide value) { return static_cast<std::int64_t>(value); }

CacheTensor counter_named(std::string name) {
  return {std::move(name), {}, {}, kCounterBytes, Part::entries, true};
}

// The tensors of one layer, in the order in which its class makes them.
class Builder {
 public:
  Builder(const PlacedLayer& layer, const GenerateSetting& setting)
      : layer_(layer), setting_(setting), rows_(as_size(setting.rows())) {}

  std::vector<CacheTensor> build() {
    if (!layer_.parts.owns) {
      return {};
    }
    if (const auto rows = whole_rows(layer_, setting_)) {
      add_keys_and_values(*rows);
    }
    if (layer_.parts.index) {
      add_index_keys();
    }
    if (layer_.parts.cross) {
      add_cross(*layer_.parts.cross);
    }
    for (const StateTensor& tensor : layer_.layer->state.tensors) {
      add_state(tensor);
    }
    return std::move(out_);
  }

 private:
  bool fixed_length() const { return setting_.cache == CacheClass::fixed_length; }

  void add(std::string name, std::vector<std::int64_t> shape, std::size_t axis, Wide held, Part part) {
    std::vector<std::int64_t> storage = shape;
    storage.at(axis) = as_size(held);
    out_.push_back({std::move(name), std::move(shape), std::move(storage), setting_.dtype.bytes, part});
  }

  void add_keys_and_values(const CachedRows& rows) {
    Wide seen = setting_.context.value;
    Wide held = seen;
    if (fixed_length()) {
      seen = rows.window ? std::min(*rows.window, setting_.max_cache_len) : setting_.max_cache_len;
      held = seen;
    } else if (rows.window) {
      held = sliding_tokens_held(seen, setting_.prefill, *rows.window);
      seen = sliding_tokens_seen(seen, *rows.window);
    }
    const std::int64_t heads = heads_on_rank(rows, setting_.tp);
    add("keys", {rows_, heads, as_size(seen), rows.key_dim}, 2, held, Part::entries);
    add("values", {rows_, heads, as_size(seen), rows.value_dim}, 2, held, Part::entries);
    if (fixed_length()) {
      out_.push_back(counter_named("cumulative_length"));
    } else if (rows.window) {
      out_.push_back(counter_named("_sliding_window_tensor"));
    }
  }

  // One key for each token, whatever the layer's selection is: [B, L, D] of DSA, [B, 1, L, D] of MiniMax M3.
  void add_index_keys() {
    const std::int64_t tokens = fixed_length() ? setting_.max_cache_len : as_size(setting_.context.value);
    const bool heads = layer_.layer->tag == "minimax_m3_sparse";
    const std::int64_t dim = layer_.parts.index->dim;
    add(heads ? "idx_keys" : "indexer_keys",
        heads ? std::vector<std::int64_t>{rows_, 1, tokens, dim} : std::vector<std::int64_t>{rows_, tokens, dim},
        heads ? 2 : 1, tokens, Part::indexer);
    if (fixed_length()) {
      out_.push_back(counter_named(heads ? "idx_cumulative_length" : "indexer_cumulative_length"));
    }
  }

  void add_cross(const CrossStore& cross) {
    const CachedRows rows{
        cross.heads.heads,         cross.heads.key_dim, cross.heads.value_dim, std::nullopt, false,
        setting_.attention_divided};
    const std::int64_t heads = heads_on_rank(rows, setting_.tp);
    add("cross keys", {rows_, heads, cross.tokens, rows.key_dim}, 2, cross.tokens, Part::cross);
    add("cross values", {rows_, heads, cross.tokens, rows.value_dim}, 2, cross.tokens, Part::cross);
    if (fixed_length()) {
      out_.push_back(counter_named("cross cumulative_length"));
    }
  }

  // Convolutions keep all K columns. Recurrent states are float32, as the kernels return them; MiniMax-Text-01's
  // are in the values' dtype, and Inkling's convolutions in float32.
  void add_state(const StateTensor& tensor) {
    const std::string& kind = layer_.layer->state.kind;
    const bool convolution = tensor.role == StateRole::convolution;
    std::vector<std::int64_t> shape{rows_};
    shape.insert(shape.end(), tensor.shape.begin(), tensor.shape.end());
    shape.back() += convolution ? 1 : 0;
    const bool single =
        convolution ? setting_.float_convolutions : tensor.role == StateRole::recurrent && kind != "lightning";
    const std::int64_t bytes = single ? kFloatBytes : setting_.dtype.bytes;
    out_.push_back({convolution ? "conv_states" : "recurrent_states", shape, shape, bytes, Part::state});
  }

  const PlacedLayer& layer_;
  const GenerateSetting& setting_;
  std::int64_t rows_;
  std::vector<CacheTensor> out_;
};

}  // namespace

Bytes seen_bytes(const CacheTensor& tensor) { return product(tensor.shape, tensor.element_bytes); }

Bytes held_bytes(const CacheTensor& tensor) { return product(tensor.held, tensor.element_bytes); }

bool expands_latent(const PlacedLayer& layer, const GenerateSetting& setting) {
  return layer.parts.index || layer.parts.follows_index || !setting.since(16);
}

std::optional<CachedRows> whole_rows(const PlacedLayer& layer, const GenerateSetting& setting) {
  if (const auto& store = layer.parts.key_values) {
    return CachedRows{
        store->heads, store->key_dim,           store->value_dim, store->window ? store->window : store->chunk,
        false,        setting.attention_divided};
  }
  if (const auto& latent = layer.parts.latent) {
    if (expands_latent(layer, setting)) {
      return CachedRows{
          latent->query_heads,      latent->nope + latent->rope, latent->value_dim, latent->window, true,
          setting.attention_divided};
    }
    return CachedRows{1, latent->rank, latent->rope, latent->window, false, false};
  }
  return std::nullopt;
}

std::int64_t heads_on_rank(const CachedRows& rows, std::int64_t tp) {
  return rows.divided ? rows.heads / tp : rows.heads;
}

Wide sliding_tokens_seen(Wide context, std::int64_t window) {
  return window == 1 ? context : std::min(context, Wide{window} - 1);
}

Wide sliding_tokens_held(Wide context, Wide prefill, std::int64_t window) {
  return window == 1 || prefill == context ? context : std::min(context, Wide{window});
}

std::vector<CacheTensor> plain_tensors(const PlacedLayer& layer, const GenerateSetting& setting) {
  return Builder(layer, setting).build();
}

}  // namespace kvtally::transformers
