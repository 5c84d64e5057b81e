#include "witness/zoo_file.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

#include "engine/layer_parts.hpp"
#include "engine/llama_cpp/architectures.hpp"
#include "witness/other_keys.hpp"
#include "witness/zoo_parts.hpp"

namespace kvtally::test {

namespace {

using Numbers = std::vector<int>;

constexpr std::int64_t kNarrow = 256;
constexpr std::int64_t kFeedForward = 64;
// Their loaders take the heads together to be as wide as the model.
constexpr std::array<std::string_view, 5> kWide{"cohere2", "exaone4", "olmo2", "phi3", "qwen2"};
// Their files leave it to llama.cpp which layers slide.
constexpr std::array<std::string_view, 6> kPatterns{"deepseek4", "gemma2",  "gemma3",
                                                    "gemma3n",   "gpt-oss", "llama4"};

class ZooFile {
 public:
  ZooFile(const Model& model, const std::string& architecture, const std::vector<PlacedLayer>& layers)
      : model_(model), architecture_(architecture), layers_(layers), out_(architecture) {}

  GgufWriter write() {
    set("block_count", static_cast<std::int64_t>(layers_.size()));
    set("context_length", model_.max_position_embeddings.value_or(1048576));
    set("embedding_length", width());
    if (const std::int64_t drafts = std::ranges::count(layers_, true, &PlacedLayer::draft); drafts > 0) {
      set("nextn_predict_layers", drafts);
    }
    write_heads();
    write_widths();
    write_windows();
    write_index(out_, layers_);
    write_state(out_, layers_);
    if (const auto shared = std::ranges::count_if(layers_, [](const PlacedLayer& l) { return !l.parts.owns; })) {
      set("attention.shared_kv_layers", shared);
    }
    set_each("feed_forward_length", each([&](const PlacedLayer& l) { return feed_forward(l); }));
    write_other_keys(out_, architecture_, model_);
    return std::move(out_);
  }

 private:
  // States are as wide as the model, or twice that; what attention keeps depends on its heads alone.
  std::int64_t width() const {
    const auto states = [](const Layer& layer) {
      return !layer.state.tensors.empty() && layer.state.kind != "gdn" && layer.state.kind != "kda";
    };
    const bool wide = std::ranges::find(kWide, architecture_) != kWide.end();
    return wide || std::ranges::any_of(model_.layers, states) ? model_.naive.hidden_size.value_or(kNarrow)
                                                              : kNarrow;
  }

  void set(const std::string& key, std::int64_t value) { out_.set(key, value); }

  // Nemotron-H alone has layers that are nothing else.
  std::int64_t feed_forward(const PlacedLayer& layer) const {
    const bool mixes = layer.parts.has_state || !layer.layer->memories.empty();
    return architecture_.starts_with("nemotron_h") && mixes ? 0 : kFeedForward;
  }

  /// One number for all layers where they agree.
  void set_each(const std::string& key, const Numbers& values) {
    if (std::ranges::adjacent_find(values, std::ranges::not_equal_to{}) == values.end()) {
      set(key, values.front());
    } else {
      out_.set(key, values);
    }
  }

  template <class Number>
  Numbers each(Number number) const {
    Numbers out;
    for (const PlacedLayer& layer : layers_) {
      out.push_back(static_cast<int>(number(layer)));
    }
    return out;
  }

  static std::int64_t query_heads(const LayerParts& parts) {
    return parts.key_values ? parts.key_values->query_heads
           : parts.latent   ? parts.latent->query_heads
           : parts.shared   ? parts.shared->query_heads
                            : 0;
  }
  static std::int64_t stored_heads(const LayerParts& parts) {
    return parts.key_values ? parts.key_values->heads : parts.latent || parts.shared ? 1 : 0;
  }
  // Their files mark the layers with a state by an interval or a list, and have one number of heads.
  bool marks_states() const { return architecture_.starts_with("qwen3"); }

  void write_heads() {
    Numbers heads = each([](const PlacedLayer& l) { return query_heads(l.parts); });
    Numbers stored = each([](const PlacedLayer& l) { return stored_heads(l.parts); });
    std::ranges::replace(heads, 0, std::ranges::max(heads));
    if (marks_states()) {
      std::ranges::replace(stored, 0, std::ranges::max(stored));
      if (std::ranges::any_of(layers_, [](const PlacedLayer& l) { return l.parts.has_state; })) {
        out_.set("attention.recurrent_layers", each([](const PlacedLayer& l) { return l.parts.has_state; }));
      }
    }
    set_each("attention.head_count", heads);
    set_each("attention.head_count_kv", stored);
  }

  template <class Is>
  const PlacedLayer* first(Is is) const {
    const auto found = std::ranges::find_if(layers_, is);
    return found == layers_.end() ? nullptr : &*found;
  }

  static bool slides(const PlacedLayer& layer) {
    const auto& heads = layer.parts.key_values;
    return (heads && (heads->window || heads->chunk)) || (layer.parts.latent && layer.parts.latent->window);
  }

  void write_lengths(const std::string& suffix, std::int64_t key, std::int64_t value) {
    set("attention.key_length" + suffix, key);
    set("attention.value_length" + suffix, value);
  }

  void write_widths() {
    const PlacedLayer* sliding =
        first([](const PlacedLayer& l) { return l.parts.key_values.has_value() && slides(l); });
    const PlacedLayer* full =
        first([](const PlacedLayer& l) { return l.parts.key_values.has_value() && !slides(l); });
    if (const PlacedLayer* general = full != nullptr ? full : sliding) {
      write_lengths("", general->parts.key_values->key_dim, general->parts.key_values->value_dim);
      set("rope.dimension_count", general->parts.key_values->key_dim);
    }
    if (sliding != nullptr && full != nullptr && architecture_ == "gemma4") {
      write_lengths("_swa", sliding->parts.key_values->key_dim, sliding->parts.key_values->value_dim);
      set("rope.dimension_count_swa", sliding->parts.key_values->key_dim);
    }
    if (const PlacedLayer* layer = first([](const PlacedLayer& l) { return l.parts.latent.has_value(); })) {
      const LatentStore& latent = *layer->parts.latent;
      write_lengths("", latent.rank + latent.rope, latent.rank);
      write_lengths("_mla", latent.nope + latent.rope, latent.value_dim);
      set("attention.kv_lora_rank", latent.rank);
      set("rope.dimension_count", latent.rope);
    }
    if (const PlacedLayer* layer = first([](const PlacedLayer& l) { return l.parts.shared.has_value(); })) {
      write_lengths("", layer->parts.shared->dim, layer->parts.shared->dim);
      out_.set("attention.compress_ratios",
               each([](const PlacedLayer& l) { return l.parts.shared->rate.value_or(0); }));
    }
  }

  // Chunks are llama.cpp's constant; patterns are written where it has none of its own.
  void write_windows() {
    const PlacedLayer* sliding = first([](const PlacedLayer& l) {
      return (l.parts.key_values && l.parts.key_values->window) || (l.parts.shared && l.parts.shared->window);
    });
    std::vector<std::string> ignored;
    if (sliding == nullptr || !llama_cpp::rules_for(model_, ignored).slides) {
      return;  // files of other architectures have no window
    }
    const LayerParts& parts = sliding->parts;
    set("attention.sliding_window", parts.key_values ? *parts.key_values->window : *parts.shared->window);
    if (std::ranges::find(kPatterns, architecture_) == kPatterns.end()) {
      std::vector<bool> pattern;
      std::ranges::transform(layers_, std::back_inserter(pattern), slides);
      out_.set("attention.sliding_window_pattern", pattern);
    }
  }

  const Model& model_;
  const std::string& architecture_;
  const std::vector<PlacedLayer>& layers_;
  GgufWriter out_;
};

}  // namespace

Expected<GgufWriter> zoo_file(const Model& model, bool drafts) {
  const auto architecture = llama_cpp::architecture_for(model.model_type);
  if (!architecture) {
    return std::unexpected(
        Problems{{model.id, {}, "no architecture of llama.cpp for '" + model.model_type + "'", {}, {}, {}}});
  }
  const auto layers = placed_layers(model, drafts);
  if (!layers) {
    return std::unexpected(layers.error());
  }
  return ZooFile(model, std::string(*architecture), *layers).write();
}

}  // namespace kvtally::test
