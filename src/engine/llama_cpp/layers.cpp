#include "engine/llama_cpp/layers.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace kvtally::llama_cpp {

namespace {

// Which states llama.cpp keeps, each as R (convolution tails, token shifts) and S (the rest).
constexpr std::array<std::string_view, 7> kStates{"mamba", "mamba2", "gdn", "kda", "rwkv6", "rwkv7", "conv"};

class StoredReader {
 public:
  StoredReader(const Model& model, const Settings& settings, Problems& problems, std::vector<std::string>& notes)
      : model_(model), settings_(settings), problems_(problems), notes_(notes) {}

  std::optional<StoredModel> read() {
    const std::size_t before = problems_.size();
    const auto placed = placed_layers(model_, true);
    if (!placed) {
      problems_.insert(problems_.end(), placed.error().begin(), placed.error().end());
      return std::nullopt;
    }
    out_.rules = rules_for(model_, notes_);
    const bool cached = main_caches_drafts();
    for (const PlacedLayer& layer : *placed) {
      if (!layer.draft || cached) {
        out_.layers.push_back(main_layer(layer));
      }
      if (layer.draft && settings_.drafting) {
        out_.drafts.push_back(draft_layer(layer));
      }
    }
    const bool in_file =
        settings_.version != Version::v0_5_0 && (!model_.architecture.empty() || settings_.drafting || cached);
    out_.blocks = layer_count(model_.order) + (in_file ? layer_count(model_.draft) : 0);
    pad_values();
    return problems_.size() == before ? std::optional(std::move(out_)) : std::nullopt;
  }

 private:
  void refuse(const StoredLayer& layer, std::string_view what) {
    Problem problem{model_.id, {}, fmt::format("{} layers: llama.cpp {}", layer.placed.layer->kind, what),
                    {},        {}, {}};
    if (std::ranges::find(problems_, problem) == problems_.end()) {
      problems_.push_back(std::move(problem));
    }
  }

  bool old() const { return settings_.version == Version::b4600 || settings_.version == Version::b1500; }

  // A file read as GGUF has its MTP layers; one made from a config.json where its architecture's converter does.
  bool main_caches_drafts() {
    if (model_.draft.empty() || !out_.rules.mtp_in_main || settings_.version != Version::b10256) {
      return false;
    }
    if (model_.architecture.empty() && !out_.rules.converts_mtp) {
      notes_.push_back(fmt::format("files of {} have no MTP layers", out_.rules.name));
      return settings_.drafting;
    }
    notes_.push_back(fmt::format("the main context caches the MTP layers too, as {} does", out_.rules.name));
    return true;
  }

  StoredLayer main_layer(const PlacedLayer& placed) {
    StoredLayer out;
    out.placed = placed;
    read_state(out);
    if (placed.parts.cross) {
      refuse(out, "has no rule here for keys and values of an encoder");
    }
    if (!placed.parts.owns) {
      if (!out_.rules.shares || placed.layer->sharing.owner != Sharing::Owner::same_kind) {
        refuse(out, "shares no keys and values between layers of this architecture");
      }
      return out;
    }
    read_store(out);
    read_place(out);
    read_index(out);
    return out;
  }

  // An MTP context is a plain cache: every position, no index keys.
  StoredLayer draft_layer(const PlacedLayer& placed) {
    StoredLayer out;
    out.placed = placed;
    if (placed.parts.has_state) {
      refuse(out, "keeps no state in an MTP context");
    }
    read_store(out);
    out.padded_value_width = out.value_width;
    out.compressed.reset();
    out.place = out.key_width > 0 ? Place::base : Place::none;
    return out;
  }

  void read_state(StoredLayer& out) {
    const State& state = out.placed.layer->state;
    if (!out.placed.parts.has_state) {
      return;
    }
    if (std::ranges::find(kStates, state.kind) == kStates.end()) {
      refuse(out, fmt::format("keeps no state of kind {}", state.kind));
    }
    out.recurrent = true;
    for (const StateTensor& tensor : state.tensors) {
      Wide elements = 1;
      for (const std::int64_t size : tensor.shape) {
        elements *= size;
      }
      (tensor.role == StateRole::recurrent ? out.recurrent_elements : out.convolution_elements) += elements;
    }
  }

  void read_store(StoredLayer& out) {
    const LayerParts& parts = out.placed.parts;
    if (parts.key_values) {
      out.key_width = parts.key_values->heads * parts.key_values->key_dim;
      out.value_width = parts.key_values->heads * parts.key_values->value_dim;
    } else if (parts.latent) {
      read_latent(out, *parts.latent);
    } else if (parts.shared) {
      out.key_width = parts.shared->dim;
      if (parts.shared->rate) {
        const auto index = parts.index ? std::optional(parts.index->dim) : std::nullopt;
        out.compressed = {parts.shared->dim, *parts.shared->rate, parts.shared->overlapping, index};
      }
      if (!settings_.current()) {
        refuse(out, fmt::format("{} does not know them", name_of(settings_.version)));
      }
    }
    out.padded_value_width = out.value_width;
  }

  void read_latent(StoredLayer& out, const LatentStore& latent) {
    const bool fork = settings_.version == Version::ik;
    out.expanded = out_.rules.expands || !settings_.latent_keys || old() || (fork && settings_.latent_mode == 0);
    if (out.expanded) {
      out.key_width = latent.query_heads * (latent.nope + latent.rope);
      out.value_width = latent.query_heads * latent.value_dim;
      return;
    }
    out.key_width = latent.rank + latent.rope;
    const bool transposed = fork && settings_.latent_mode == 1 && !settings_.flash;
    out.value_width = settings_.version == Version::b5500 || transposed ? latent.rank : 0;
  }

  void read_place(StoredLayer& out) {
    const LayerParts& parts = out.placed.parts;
    std::optional<std::int64_t> window;
    if (parts.key_values) {
      window = parts.key_values->window ? parts.key_values->window : parts.key_values->chunk;
    } else if (parts.latent) {
      window = parts.latent->window;
    } else if (parts.shared) {
      window = parts.shared->window;
    }
    out.place = out.key_width > 0 ? Place::base : Place::none;
    const bool slides = settings_.current() || settings_.version == Version::b5500;
    if (!window || !out_.rules.slides || !slides || out.placed.draft) {
      return;
    }
    out.place = Place::sliding;
    const std::int64_t size = out_.rules.window > 0 ? out_.rules.window : *window;
    if (out_.window.value_or(size) != size) {
      refuse(out, "has one window for all layers");
    }
    out_.window = size;
  }

  void read_index(StoredLayer& out) {
    const auto& index = out.placed.parts.index;
    if (!index || out.compressed) {
      return;
    }
    if (index->pool > 1) {
      refuse(out, "keeps no pooled index keys");
    }
    if (!settings_.current()) {
      return;  // older builds read these models as DeepSeek-V3
    }
    out.index_width = index->dim;
    out.index_value_width = out_.rules.indexes_values ? out.placed.parts.key_values->value_dim : 0;
  }

  // Without flash attention V is stored transposed; if its widths differ, all are as wide as the widest, those of
  // layers without heads too. Recurrent models leave such layers out.
  void pad_values() {
    if (settings_.flash) {
      return;
    }
    std::int64_t widest = 0;
    bool states = false;
    for (const StoredLayer& layer : out_.layers) {
      widest = std::max(widest, layer.value_width);
      states = states || layer.recurrent;
    }
    for (StoredLayer& layer : out_.layers) {
      const bool feed_forward = layer.placed.layer->memories.empty() && !states && !layer.recurrent;
      if (feed_forward) {
        layer.place = Place::base;
      }
      if (layer.value_width > 0 || feed_forward) {
        layer.padded_value_width = widest;
      }
    }
  }

  const Model& model_;
  const Settings& settings_;
  Problems& problems_;
  std::vector<std::string>& notes_;
  StoredModel out_;
};

}  // namespace

std::optional<StoredModel> stored_model(const Model& model, const Settings& settings, Problems& problems,
                                        std::vector<std::string>& assumptions) {
  return StoredReader(model, settings, problems, assumptions).read();
}

}  // namespace kvtally::llama_cpp
