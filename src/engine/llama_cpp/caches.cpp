#include "engine/llama_cpp/caches.hpp"

#include <algorithm>
#include <array>

namespace kvtally::llama_cpp {

namespace {

// DeepSeek-V4's compressed caches: pad(max(1, ⌈kv_size ÷ rate⌉), 256) cells.
std::int64_t compressed_cells(const ContextSizes& sizes, std::int64_t rate) {
  return padded(std::max<std::int64_t>(1, (sizes.cells + rate - 1) / rate), sizes.padding);
}

class CacheBuilder {
 public:
  CacheBuilder(const StoredModel& model, const Settings& settings, const ContextSizes& sizes)
      : model_(model), settings_(settings), sizes_(sizes) {
    // DeepSeek-V4 always has a stream for each sequence; unified ones each have the whole context.
    const bool apart = std::ranges::any_of(
        model.layers, [](const StoredLayer& layer) { return layer.placed.parts.shared.has_value(); });
    streams_ = apart ? settings.sequences : sizes.streams;
  }

  std::vector<Cache> build() {
    Cache base{CacheKind::base, sizes_.cells, streams_, 0, {}};
    for (std::size_t i = 0; i < model_.layers.size(); ++i) {
      if (model_.layers[i].place == Place::base) {
        store(base, i, model_.layers[i], settings_.key, settings_.value);
      }
    }
    const bool attends =
        std::ranges::any_of(model_.layers, [](const StoredLayer& layer) { return layer.place != Place::none; });
    if (attends) {
      out_.push_back(std::move(base));
    }
    sliding();
    compressed();
    index();
    recurrent();
    draft();
    return std::move(out_);
  }

 private:
  static void add(Cache& cache, char part, Wide width, const Format& format, std::size_t layer) {
    cache.tensors.push_back({part, width, cache.cells, cache.streams, format, layer});
  }

  static void store(Cache& cache, std::size_t at, const StoredLayer& layer, const Format& key,
                    const Format& value) {
    ++cache.layers;
    add(cache, 'K', layer.key_width, key, at);
    if (layer.padded_value_width > 0) {
      add(cache, 'V', layer.padded_value_width, value, at);
    }
  }

  void push(Cache cache) {
    if (cache.layers > 0) {
      out_.push_back(std::move(cache));
    }
  }

  void sliding() {
    if (!model_.window) {
      return;
    }
    Settings one = settings_;
    one.unified = settings_.unified && streams_ == 1;
    Cache cache{CacheKind::sliding, sliding_cells(one, sizes_, *model_.window), streams_, 0, {}};
    for (std::size_t i = 0; i < model_.layers.size(); ++i) {
      if (model_.layers[i].place == Place::sliding) {
        store(cache, i, model_.layers[i], settings_.key, settings_.value);
      }
    }
    push(std::move(cache));
  }

  void compressed() {
    for (const bool overlapping : {true, false}) {
      Cache entries{overlapping ? CacheKind::csa : CacheKind::hca, 0, streams_, 0, {}};
      for (std::size_t i = 0; i < model_.layers.size(); ++i) {
        const auto& compressed = model_.layers[i].compressed;
        if (compressed && compressed->overlapping == overlapping) {
          ++entries.layers;
          entries.cells = compressed_cells(sizes_, compressed->rate);
          add(entries, 'K', compressed->dim, settings_.key, i);
        }
      }
      push(std::move(entries));
    }
  }

  void index() {
    Cache cache{CacheKind::index, sizes_.cells, streams_, 0, {}};
    Cache states{CacheKind::compressor, 0, streams_ * (1 + settings_.rollback), 0, {}};
    for (std::size_t i = 0; i < model_.layers.size(); ++i) {
      const StoredLayer& layer = model_.layers[i];
      if (layer.index_width) {
        ++cache.layers;
        add(cache, 'K', *layer.index_width, settings_.key, i);
        if (layer.index_value_width > 0) {
          add(cache, 'V', layer.index_value_width, settings_.value, i);
        }
      }
      if (layer.compressed) {
        compressor(states, *layer.compressed, i);
        if (layer.compressed->index_dim) {
          ++cache.layers;
          cache.cells = compressed_cells(sizes_, layer.compressed->rate);
          add(cache, 'K', *layer.compressed->index_dim, settings_.key, i);
        }
      }
    }
    push(std::move(cache));
    push(std::move(states));
  }

  // What waits to be pooled, key-like rows and gates alike, in F32: twice as wide over two stretches of positions
  // where they overlap.
  static void compressor(Cache& states, const Compressed& layer, std::size_t at) {
    ++states.layers;
    const Wide twice = layer.overlapping ? 2 : 1;
    const Wide sequences = states.streams;
    for (const std::int64_t dim : {layer.dim, layer.index_dim.value_or(0)}) {
      for (int rows = 0; rows < 2 && dim > 0; ++rows) {
        states.tensors.push_back({'C', twice * dim, twice * layer.rate, sequences, f32(), at});
      }
    }
  }

  void recurrent() {
    Cache cache{CacheKind::recurrent, settings_.sequences, 1, 0, {}};
    for (std::size_t i = 0; i < model_.layers.size(); ++i) {
      const StoredLayer& layer = model_.layers[i];
      if (layer.recurrent) {
        ++cache.layers;
        for (const auto& [part, width] :
             {std::pair{'R', layer.convolution_elements}, {'S', layer.recurrent_elements}}) {
          cache.tensors.push_back({part, width, state_rows(settings_), 1, f32(), i});
        }
      }
    }
    push(std::move(cache));
  }

  void draft() {
    Cache cache{CacheKind::draft, sizes_.cells, sizes_.streams, 0, {}};
    for (std::size_t i = 0; i < model_.drafts.size(); ++i) {
      if (model_.drafts[i].place == Place::base) {
        store(cache, i, model_.drafts[i], settings_.draft_key, settings_.draft_value);
      }
    }
    push(std::move(cache));
  }

  const StoredModel& model_;
  const Settings& settings_;
  const ContextSizes& sizes_;
  std::int64_t streams_ = 1;
  std::vector<Cache> out_;
};

constexpr std::array<std::string_view, 8> kNames{
    "base",        "sliding window",    "index keys",      "CSA entries",
    "HCA entries", "compressor states", "recurrent state", "MTP context"};

}  // namespace

Bytes row_size(const Format& format, Wide width) { return {width / format.elements * format.bytes}; }

Bytes Tensor::bytes() const { return row_size(format, width) * cells * streams; }

Bytes Cache::bytes() const {
  Bytes out;
  for (const Tensor& tensor : tensors) {
    out += tensor.bytes();
  }
  return out;
}

Bytes Cache::bytes_of(char part) const {
  Bytes out;
  for (const Tensor& tensor : tensors) {
    out += tensor.part == part ? tensor.bytes() : Bytes{};
  }
  return out;
}

std::string_view name_of(CacheKind kind) { return kNames.at(static_cast<std::size_t>(kind)); }

std::vector<Cache> caches_of(const StoredModel& model, const Settings& settings, const ContextSizes& sizes) {
  return CacheBuilder(model, settings, sizes).build();
}

Bytes buffer_bytes(const Tensor& tensor, Backend backend) {
  constexpr Wide kAlignment = 32;
  constexpr Wide kCudaAlignment = 128;
  constexpr Wide kCudaRow = 512;  // MATRIX_ROW_PADDING
  Bytes bytes = tensor.bytes();
  if (backend == Backend::cuda && tensor.format.elements > 1 && tensor.width % kCudaRow != 0) {
    bytes += row_size(tensor.format, kCudaRow - tensor.width % kCudaRow);
  }
  const Wide alignment = backend == Backend::cuda ? kCudaAlignment : kAlignment;
  return {ceil_div(bytes.value, alignment) * alignment};
}

Bytes buffer_bytes(const Cache& cache, Backend backend) {
  Bytes out;
  for (const Tensor& tensor : cache.tensors) {
    out += buffer_bytes(tensor, backend);
  }
  return out;
}

}  // namespace kvtally::llama_cpp
