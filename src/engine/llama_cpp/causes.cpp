#include "engine/llama_cpp/causes.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/print.hpp"

namespace kvtally::llama_cpp {

namespace {

// What one layer's tensors hold.
struct LayerBytes {
  Bytes entries;
  Bytes index;
  Bytes index_values;
  Bytes pooled;
  Bytes compressor;
  Bytes state;
};

void add_tensor(LayerBytes& out, CacheKind kind, const Tensor& tensor) {
  switch (kind) {
    case CacheKind::base:
    case CacheKind::sliding:
    case CacheKind::draft: out.entries += tensor.bytes(); break;
    case CacheKind::index: (tensor.part == 'V' ? out.index_values : out.index) += tensor.bytes(); break;
    case CacheKind::csa:
    case CacheKind::hca: out.pooled += tensor.bytes(); break;
    case CacheKind::compressor: out.compressor += tensor.bytes(); break;
    case CacheKind::recurrent: out.state += tensor.bytes(); break;
  }
}

class Ledger {
 public:
  explicit Ledger(const Comparison& c) : c_(c) {}

  std::vector<EngineCause> run() {
    for (std::size_t i = 0; i < c_.model.layers.size(); ++i) {
      const StoredLayer& layer = c_.model.layers[i];
      const LayerBytes held = bytes_of(i, false);
      if (layer.placed.draft) {
        add("MTP layers in the main context", held.entries + held.index + held.index_values,
            fmt::format("{} caches them there, where nothing drafts", c_.model.rules.name));
      } else {
        compare(layer, held, need_of(layer, c_.needed));
      }
    }
    for (std::size_t i = 0; i < c_.model.drafts.size(); ++i) {
      compare_draft(c_.model.drafts[i], bytes_of(i, true), need_of(c_.model.drafts[i], *c_.drafted));
    }
    std::erase_if(out_, [](const EngineCause& cause) { return cause.bytes == Bytes{}; });
    return std::move(out_);
  }

 private:
  void add(const std::string& what, Bytes bytes, const std::string& why) {
    const auto found = std::ranges::find(out_, what, &EngineCause::what);
    if (found != out_.end()) {
      found->bytes += bytes;
    } else if (bytes != Bytes{}) {
      out_.push_back({what, bytes, why});
    }
  }

  LayerBytes bytes_of(std::size_t at, bool draft) const {
    LayerBytes out;
    for (const Cache& cache : c_.caches) {
      for (const Tensor& tensor : cache.tensors) {
        if (tensor.layer == at && (cache.kind == CacheKind::draft) == draft) {
          add_tensor(out, cache.kind, tensor);
        }
      }
    }
    return out;
  }

  // Of one layer: figures count equal ones together.
  Tally need_of(const StoredLayer& layer, const Figures& figures) const {
    const auto index = static_cast<std::size_t>(layer.placed.layer - c_.layers.data());
    for (const LayerFigures& one : figures.layers) {
      if (one.layer == index && one.draft == layer.placed.draft) {
        Tally out = one.kept;
        for (Bytes& part : out.parts) {
          part.value /= one.count;
        }
        return out;
      }
    }
    return {};
  }

  // Tokens that the model stores of all sequences in the layer's own entries, pooled ones apart.
  Wide tokens_of(const LayerParts& parts) const {
    const std::int64_t each = static_cast<std::int64_t>(c_.settings.each().value);
    std::optional<std::int64_t> most;
    if (parts.key_values) {
      most = parts.key_values->window ? parts.key_values->window : parts.key_values->chunk;
    } else if (parts.latent) {
      most = parts.latent->window;
    } else if (parts.shared) {
      most = parts.shared->window;
    }
    return Wide{std::min(each, most.value_or(each))} * c_.settings.sequences;
  }

  void compare(const StoredLayer& layer, const LayerBytes& held, const Tally& need) {
    const LayerParts& parts = layer.placed.parts;
    Bytes entries = need[Part::entries];
    if (parts.shared) {
      entries = row_size(c_.settings.key, parts.shared->dim) * tokens_of(parts);
      add("pooled entries: cells", held.pooled - (need[Part::entries] - entries),
          "a cell for each started block of positions, rounded up to 256, in each stream");
    }
    compare_entries(layer, held.entries, entries, c_.settings.key, c_.settings.value);
    compare_index(held, need);
    add("compressor states", held.compressor - need[Part::open],
        "f32, for whole blocks of positions, whatever waits in them");
    compare_state(layer, held.state, need[Part::state]);
  }

  void compare_entries(const StoredLayer& layer, Bytes held, Bytes need, const Format& key, const Format& value) {
    const Wide tokens = need == Bytes{} ? 0 : tokens_of(layer.placed.parts);
    const Bytes needed_rows = tokens == 0 ? Bytes{} : need;
    const Bytes own = row_size(key, layer.key_width) + row_size(value, layer.value_width);
    const Bytes padded_row = row_size(key, layer.key_width) + row_size(value, layer.padded_value_width);
    if (layer.expanded) {
      add("keys and values of each head, not the latent", own * tokens - needed_rows,
          fmt::format("{} elements a token and layer", layer.key_width + layer.value_width));
    } else {
      add("a V tensor beside the latent", own * tokens - needed_rows,
          "the latent without its rotary rows once more");
    }
    if (tokens == 0) {
      add("V as wide as the widest layer's", held, "flash attention off");
      return;
    }
    add("V as wide as the widest layer's", (padded_row - own) * tokens, "flash attention off");
    add_cells(layer, held - padded_row * tokens);
  }

  void add_cells(const StoredLayer& layer, Bytes bytes) {
    const LayerParts& parts = layer.placed.parts;
    const bool windowed = (parts.key_values && (parts.key_values->window || parts.key_values->chunk)) ||
                          (parts.latent && parts.latent->window) || (parts.shared && parts.shared->window);
    if (windowed && layer.place != Place::sliding) {
      add("the sliding window is ignored", bytes,
          layer.placed.draft ? "an MTP context keeps every position"
                             : fmt::format("{} keeps every position", ignoring()));
    } else if (windowed && c_.settings.swa_full) {
      add("--swa-full", bytes, "sliding layers have as many cells as full ones");
    } else if (windowed) {
      add("sliding window: cells", bytes, window_words());
    } else {
      add("cells rounded up", bytes,
          fmt::format("{} tokens asked for, {} cells in {} stream{}", print_grouped(c_.settings.context.value),
                      print_grouped(c_.sizes.cells), c_.sizes.streams, c_.sizes.streams == 1 ? "" : "s"));
    }
  }

  std::string ignoring() const {
    const bool old = !c_.settings.current() && c_.settings.version != Version::b5500;
    return std::string(old ? name_of(c_.settings.version) : c_.model.rules.name);
  }

  std::string window_words() const {
    const bool b5500 = c_.settings.version == Version::b5500;
    const std::int64_t together = c_.settings.unified ? c_.settings.sequences : 1;
    return fmt::format("room for n_swa {} × {} and {} {}, rounded up to {}, at most {} cells",
                       c_.model.window.value_or(0), together, b5500 ? "n_batch" : "n_ubatch",
                       b5500 ? c_.settings.batch : c_.sizes.ubatch, c_.sizes.padding, c_.sizes.cells);
  }

  void compare_index(const LayerBytes& held, const Tally& need) {
    const Bytes rest = held.index - need[Part::indexer];
    if (held.index == Bytes{}) {
      add("no index keys", rest, fmt::format("{} does not keep them", name_of(c_.settings.version)));
    } else {
      add("index keys: cells", rest, "rounded up as those of keys are");
    }
    add("V tensor of the index keys", held.index_values, "allocated, and not used");
  }

  void compare_state(const StoredLayer& layer, Bytes held, Bytes need) {
    const Wide sequences = c_.settings.sequences;
    Bytes wider;
    for (const StateTensor& tensor : layer.placed.layer->state.tensors) {
      if (tensor.role != StateRole::recurrent) {
        wider += (Bytes{element_count(tensor) * f32().bytes} - tensor_bytes(tensor)) * sequences;
      }
    }
    add("convolution tails and token shifts in f32", wider, "whatever the model's own format");
    const Bytes row{(layer.convolution_elements + layer.recurrent_elements) * f32().bytes};
    const Bytes copies = row * (state_rows(c_.settings) - sequences);
    add("states to roll back to", copies, fmt::format("n_rs_seq {} more for each sequence", c_.settings.rollback));
    add("recurrent states in f32", held - need - wider - copies, "whatever the model's own format");
  }

  // Figures count all that a draft layer keeps together.
  void compare_draft(const StoredLayer& layer, const LayerBytes& held, const Tally& need) {
    const LayerParts& parts = layer.placed.parts;
    Bytes entries = need[Part::draft];
    if (parts.index) {
      entries = (row_size(c_.settings.draft_key, layer.key_width) +
                 row_size(c_.settings.draft_value, layer.value_width)) *
                tokens_of(parts);
      add("no index keys in the MTP context", entries - need.total(), "a plain cache");
    }
    compare_entries(layer, held.entries, entries, c_.settings.draft_key, c_.settings.draft_value);
  }

  const Comparison& c_;
  std::vector<EngineCause> out_;
};

}  // namespace

std::vector<EngineCause> causes_of(const Comparison& comparison) { return Ledger(comparison).run(); }

}  // namespace kvtally::llama_cpp
