#include "witness/keys_of.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <set>

#include "engine/layer_parts.hpp"
#include "witness/state_keys.hpp"

namespace kvtally::test {

namespace {

using Words = std::set<std::string, std::less<>>;
using Marks = std::vector<bool>;
using Numbers = std::vector<int>;

// Whose layers have a state where they have no key-value heads.
const Words kHybridByHeads{"jamba", "granitehybrid", "lfm2", "lfm2moe", "kimi-linear", "nemotron_h"};
const Words kListedWindows{"gemma4", "mimo2", "step35"};

int narrowed(std::int64_t value) { return static_cast<int>(value); }

class Keys {
 public:
  Keys(const Model& model, std::string architecture)
      : model_(model), name_(std::move(architecture)), out_(name_), layers_(*placed_layers(model, false)) {}

  WitnessKeys write() {
    common();
    experts();
    heads();
    windows();
    latent();
    indexer();
    write_state_keys(out_, name_, layers_);
    if (name_ == "deepseek4") {
      deepseek4();
    }
    WitnessKeys keys{out_.file(), {}};
    for (const PlacedLayer& layer : layers_) {
      keys.classes.push_back(fmt::format("{}", layer.layer - model_.layers.data()));
    }
    return keys;
  }

 private:
  void set(const std::string& key, std::int64_t value) { out_.set(key, value); }
  void real(const std::string& key, float value) {
    out_.raw(name_ + "." + key, 6, u32(std::bit_cast<std::uint32_t>(value)));
  }
  template <class Value>
  std::vector<Value> each(Value (*value)(const PlacedLayer&)) const {
    std::vector<Value> out;
    for (const PlacedLayer& layer : layers_) {
      out.push_back(value(layer));
    }
    return out;
  }
  const PlacedLayer* first(bool (*holds)(const PlacedLayer&)) const {
    const auto found = std::ranges::find_if(layers_, holds);
    return found == layers_.end() ? nullptr : &*found;
  }

  void common() {
    set("block_count", std::ssize(layers_));
    set("context_length", model_.max_position_embeddings.value_or(1048576));
    set("embedding_length", model_.naive.hidden_size.value_or(1024));
    set("vocab_size", 32);
    real("attention.layer_norm_rms_epsilon", 1e-5F);
    real("attention.layer_norm_epsilon", 1e-5F);
    out_.global("tokenizer.ggml.model", "none");
  }

  void experts() {
    if (name_ != "nemotron_h") {
      set("feed_forward_length", 64);
    }
    if (!model_.parameters.active) {
      return;
    }
    set("expert_count", 4);
    set("expert_used_count", 2);
    set("expert_shared_count", 1);
    set("expert_feed_forward_length", 64);
    set("expert_shared_feed_forward_length", 64);
    set("leading_dense_block_count", name_ == "minimax-m3" ? without_index() : 0);
    set("interleave_moe_layer_step", 1);
    set("expert_gating_func", name_ == "deepseek4" ? 4 : 2);  // sqrtsoftplus, sigmoid
    real("expert_weights_scale", 1.0F);
    out_.set("expert_weights_norm", true);
  }

  std::int64_t without_index() const {
    return std::ranges::count_if(layers_, [](const PlacedLayer& layer) { return !layer.parts.index; });
  }

  void heads() {
    const auto key_value = [](const PlacedLayer& layer) { return layer.parts.key_values.has_value(); };
    const PlacedLayer* with = first(key_value);
    const std::int64_t queries = model_.naive.num_attention_heads.value_or(1);
    set("attention.head_count", with != nullptr ? with->parts.key_values->query_heads : queries);
    if (with == nullptr) {
      return;
    }
    const Numbers counts = each<int>([](const PlacedLayer& layer) {
      return layer.parts.key_values ? narrowed(layer.parts.key_values->heads) : 0;
    });
    const bool interval = name_.starts_with("qwen3");
    if (kHybridByHeads.contains(name_) ||
        (!interval && std::ranges::adjacent_find(counts, std::ranges::not_equal_to{}) != counts.end())) {
      out_.set("attention.head_count_kv", counts);
    } else {
      set("attention.head_count_kv", with->parts.key_values->heads);
    }
    const PlacedLayer* full = first([](const PlacedLayer& layer) {
      return layer.parts.key_values && !layer.parts.key_values->window && !layer.parts.key_values->chunk;
    });
    const KeyValueStore& widths = *(full == nullptr ? with : full)->parts.key_values;
    set("attention.key_length", widths.key_dim);
    set("attention.value_length", widths.value_dim);
    set("rope.dimension_count", widths.key_dim / 2 * 2);
  }

  static std::optional<std::int64_t> window_of(const PlacedLayer& layer) {
    return layer.parts.key_values ? layer.parts.key_values->window : std::nullopt;
  }

  void windows() {
    const PlacedLayer* sliding = first([](const PlacedLayer& layer) { return window_of(layer).has_value(); });
    if (sliding == nullptr) {
      return;
    }
    set("attention.sliding_window", *window_of(*sliding));
    if (kListedWindows.contains(name_)) {
      out_.set("attention.sliding_window_pattern",
               each<bool>([](const PlacedLayer& layer) { return window_of(layer).has_value(); }));
      set("attention.key_length_swa", sliding->parts.key_values->key_dim);
      set("attention.value_length_swa", sliding->parts.key_values->value_dim);
      set("rope.dimension_count_swa", sliding->parts.key_values->key_dim / 2 * 2);
    }
    const auto shared = std::ranges::count_if(layers_, [](const PlacedLayer& layer) { return !layer.parts.owns; });
    set("attention.shared_kv_layers", shared);
    set("embedding_length_per_layer_input", name_ == "gemma4" ? 0 : 256);
    real("rope.freq_base_swa", 10000.0F);
  }

  void latent() {
    const PlacedLayer* with = first([](const PlacedLayer& layer) { return layer.parts.latent.has_value(); });
    if (with == nullptr) {
      return;
    }
    const LatentStore& latent = *with->parts.latent;
    if (kHybridByHeads.contains(name_)) {
      out_.set("attention.head_count_kv",
               each<int>([](const PlacedLayer& layer) { return layer.parts.latent ? 1 : 0; }));
    } else {
      set("attention.head_count_kv", 1);
    }
    set("attention.q_lora_rank", 64);
    set("attention.kv_lora_rank", latent.rank);
    set("attention.key_length", latent.rank + latent.rope);
    set("attention.value_length", latent.rank);
    set("attention.key_length_mla", latent.nope + latent.rope);
    set("attention.value_length_mla", latent.value_dim);
    set("rope.dimension_count", latent.rope);
    real("rope.scaling.yarn_log_multiplier", 0.1F);
  }

  void indexer() {
    const PlacedLayer* with = first([](const PlacedLayer& layer) { return layer.parts.index.has_value(); });
    if (with == nullptr) {
      return;
    }
    set("attention.indexer.head_count", 4);
    set("attention.indexer.key_length", with->parts.index->dim);
    set("attention.indexer.top_k", 64);
    set("attention.indexer.block_size", 128);
    set("attention.indexer.local_blocks", 1);
    if (name_ == "glm-dsa") {
      out_.set("attention.indexer.types",
               each<int>([](const PlacedLayer& layer) { return layer.parts.index ? 1 : 0; }));
    }
  }

  void deepseek4() {
    const SharedRowStore& row = *layers_.front().parts.shared;
    set("attention.head_count_kv", 1);
    set("attention.key_length", row.dim);
    set("attention.value_length", row.dim);
    set("attention.sliding_window", row.window.value_or(128));
    set("rope.dimension_count", 64);
    set("attention.q_lora_rank", 64);
    set("attention.output_group_count", 4);
    set("attention.output_lora_rank", 64);
    for (const char* key : {"swiglu_clamp_exp", "swiglu_clamp_shexp", "attention.compress_rope_freq_base",
                            "hyper_connection.epsilon"}) {
      real(key, 10.0F);
    }
    set("hyper_connection.count", 4);
    set("hyper_connection.sinkhorn_iterations", 2);
    set("hash_layer_count", 0);
    out_.set("attention.compress_ratios",
             each<int>([](const PlacedLayer& layer) { return narrowed(layer.parts.shared->rate.value_or(0)); }));
  }

  const Model& model_;
  std::string name_;
  GgufWriter out_;
  std::vector<PlacedLayer> layers_;
};

}  // namespace

WitnessKeys witness_keys(const Model& model, const std::string& architecture) {
  return Keys(model, architecture).write();
}

}  // namespace kvtally::test
