#include "engine/sglang/layers.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/stages.hpp"

namespace kvtally::sglang {

namespace {

constexpr std::int64_t kIndexBlock = 128;     // index keys that share a scale of 4 bytes
constexpr std::int64_t kCompressedRow = 584;  // 448 in fp8, 64 in bf16, 8 of scales and padding

Wide index_row_bytes(std::int64_t dim) { return dim + dim / kIndexBlock * 4; }

void set_row(PooledLayer& layer, Wide key, Wide value, Wide scales) {
  layer.key = key;
  layer.value = value;
  layer.scales = scales;
}

// Keys and values of the layer's heads.
void store_heads(PooledLayer& layer, CacheFormat format) {
  const Wide key = Wide{layer.heads} * layer.key_dim;
  const Wide value = Wide{layer.heads} * layer.value_dim;
  switch (format) {
    case CacheFormat::half: set_row(layer, 2 * key, 2 * value, 0); return;
    case CacheFormat::fp8: set_row(layer, key, value, 0); return;
    case CacheFormat::mxfp8: set_row(layer, key, value, (key + value) / 32); return;
    case CacheFormat::fp4:
      set_row(layer, layer.heads * Wide{layer.key_dim / 2}, layer.heads * Wide{layer.value_dim / 2},
              2 * (key / 16));
      return;
  }
}

void store_latent(PooledLayer& layer, const LatentStore& latent, const Settings& settings, bool sparse) {
  const Wide elements = layer.key_dim;
  if (settings.format == CacheFormat::half) {
    layer.key = 2 * elements;
  } else if (settings.format == CacheFormat::fp4) {
    set_row(layer, elements / 2, 0, elements / 16);
  } else if (sparse && settings.packed_rows) {
    layer.key = Wide{latent.rank} + Wide{latent.rank / kIndexBlock} * 4 + Wide{latent.rope} * 2;
  } else {
    layer.key = elements;
  }
}

// One layer on one of so many ranks.
class Pooling {
 public:
  Pooling(const Settings& settings, Layout layout, std::int64_t ranks, std::int64_t index_dim, bool sliding)
      : settings_(settings), layout_(layout), ranks_(ranks), index_dim_(index_dim), sliding_(sliding) {}

  PooledLayer pool(const PlacedLayer& placed) {
    const LayerParts& parts = placed.parts;
    PooledLayer out;
    out.index_dim = parts.index ? parts.index->dim : 0;
    out.index = placed.index;
    out.shared = !parts.owns;
    out.rows = parts.key_values || parts.latent || parts.shared;
    if (parts.key_values) {
      heads(out, *parts.key_values, parts);
    } else if (parts.latent) {
      out.heads = 1;
      out.key_dim = parts.latent->rank + parts.latent->rope;
      store_latent(out, *parts.latent, settings_, layout_ == Layout::sparse_latent);
      out.index_row = latent_index(parts);
    } else if (parts.shared) {
      out.heads = 1;
      out.key_dim = parts.shared->dim;
      out.key = kCompressedRow;
      out.window = parts.shared->window;
      out.rate = parts.shared->rate.value_or(0);
      out.index_row = parts.index ? index_row_bytes(parts.index->dim) : 0;
    }
    for (const StateTensor& tensor : placed.layer->state.tensors) {
      state(out, tensor, placed.layer->state.kind);
    }
    return out;
  }

  std::optional<std::string> fault() const { return fault_; }

 private:
  void heads(PooledLayer& out, const KeyValueStore& store, const LayerParts& parts) const {
    // Ranks of decode context parallelism hold the same heads and different tokens.
    out.heads = std::max<std::int64_t>(1, store.heads / std::max<std::int64_t>(1, ranks_ / settings_.dcp));
    out.key_dim = store.key_dim;
    out.value_dim = store.value_dim;
    out.window = store.window ? store.window : store.chunk;
    out.slides = out.window && sliding_;
    store_heads(out, settings_.format);
    // One head in the model's own format. An index value beside the key is kept where the model asks for it.
    out.index_row = parts.index ? 2 * Wide{parts.index->dim} : 0;
  }

  Wide latent_index(const LayerParts& parts) const {
    if (layout_ != Layout::sparse_latent) {
      return 0;
    }
    const bool elided =
        settings_.elide_index && !settings_.hierarchical_cache && settings_.disaggregation == Disaggregation::none;
    return parts.index || !elided ? index_row_bytes(index_dim_) : 0;
  }

  void state(PooledLayer& out, const StateTensor& tensor, std::string_view kind) {
    if (tensor.shape.front() % ranks_ != 0) {
      fault_ = fmt::format("{} {} of a '{}' state do not divide over {} ranks", tensor.shape.front(),
                           tensor.role == StateRole::recurrent ? "heads" : "channels", kind, ranks_);
      return;
    }
    const Wide elements = element_count(tensor) / ranks_;
    if (tensor.role == StateRole::recurrent) {
      out.recurrent += elements * settings_.states.bytes;
    } else {
      out.convolution += elements * 2;
    }
  }

  const Settings& settings_;
  Layout layout_;
  std::int64_t ranks_;
  std::int64_t index_dim_;
  bool sliding_;
  std::optional<std::string> fault_;
};

}  // namespace

Expected<std::vector<PooledLayer>> pooled_layers(const Model& model, const std::vector<PlacedLayer>& layers,
                                                 const Settings& settings, Layout layout, std::int64_t ranks) {
  std::int64_t index_dim = 0;
  for (const PlacedLayer& placed : layers) {
    index_dim = placed.parts.index ? placed.parts.index->dim : index_dim;
  }
  Pooling pooling(settings, layout, ranks, index_dim, has_sliding_pool(model, settings));
  std::vector<PooledLayer> out;
  for (const PlacedLayer& placed : layers) {
    out.push_back(pooling.pool(placed));
  }
  if (auto fault = pooling.fault()) {
    return std::unexpected(Problems{{model.id, {}, std::move(*fault), {}, {}, {}}});
  }
  return out;
}

Content content_of(const std::vector<PooledLayer>& layers, Tokens context) {
  Content out;
  for (const PooledLayer& layer : layers) {
    const Wide kept = layer.window ? std::min<Wide>(context.value, *layer.window) : context.value;
    const Wide pooled = layer.rate > 0 ? context.value / layer.rate : 0;
    (layer.shared ? out.shared : out.entries) += layer.row() * (kept + pooled);
    out.index += layer.index_row * (layer.rate > 0 ? pooled : context.value);
    out.state += layer.slot();
  }
  return out;
}

std::vector<PooledLayer> fullest_stage(const std::vector<PooledLayer>& layers, std::int64_t stages) {
  return heaviest_stage(layers, stages, [](const PooledLayer& layer) { return layer.row() + layer.index_row; });
}

}  // namespace kvtally::sglang
