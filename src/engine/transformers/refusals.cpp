#include "engine/transformers/refusals.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>
#include <string_view>

#include "engine/transformers/quantized.hpp"

namespace kvtally::transformers {

namespace {

// States of LinearAttentionLayer and of MiniMaxCache.
constexpr auto kStates = std::to_array<std::string_view>({"conv", "gdn", "lightning", "mamba", "mamba2"});

// Models whose states LinearAttentionLayer, or MiniMaxCache, holds.
constexpr auto kStateModels = std::to_array<std::string_view>(
    {"bamba",   "falcon_h1",  "falcon_mamba", "granitemoehybrid", "inkling", "inkling_mm_model", "inkling_text",
     "jamba",   "lfm2",       "lfm2_moe",     "lfm2_vl",          "mamba",   "mamba2",           "minicpmv4_6",
     "minimax", "minimax_m1", "nemotron_h",   "olmo_hybrid",      "qwen3_5", "qwen3_5_moe",      "qwen3_next",
     "zamba",   "zamba2",     "zaya"});

// Lightning states are known of MiniMax-Text-01 alone; the others with such layers bring code of their own.
bool has_unknown_state(const PlacedLayer& layer, const Model& model) {
  const std::string& kind = layer.layer->state.kind;
  const bool minimax = model.model_type.empty() || model.model_type.starts_with("minimax");
  return layer.parts.has_state &&
         (std::ranges::find(kStates, kind) == kStates.end() || (kind == "lightning" && !minimax));
}

// Index keys pooled over tokens have no class but DeepSeek-V4's.
bool has_unknown_index(const PlacedLayer& layer) {
  return layer.parts.index && layer.parts.index->pool > 1 && !layer.parts.shared;
}

bool is_compressor(const PlacedLayer& layer) { return layer.parts.shared && layer.parts.shared->rate; }

// layer_types in the order of the model, as Python shows a set of them.
std::string quantized_types_error(const std::vector<PlacedLayer>& layers) {
  std::set<std::string> types;
  for (const PlacedLayer& layer : layers) {
    if (layer.layer->tag != "full_attention") {
      types.insert(fmt::format("'{}'", layer.layer->tag));
    }
  }
  return types.empty() ? ""
                       : fmt::format(
                             "ValueError: `QuantizedCache` is only supported for models with only full attention "
                             "layers. We found the following invalid layer types: {{{}}}",
                             fmt::join(types, ", "));
}

std::string quantized_error(const std::vector<PlacedLayer>& layers, const GenerateSetting& setting) {
  const bool decoder = std::ranges::any_of(layers, [](const PlacedLayer& layer) {
    return layer.parts.cross.has_value() && layer.parts.key_values.has_value();
  });
  if (decoder) {
    return "ValueError: This model does not support the quantized cache. If you want your model to support "
           "quantized "
           "cache, please open an issue and tag @zucchini-nlp.";
  }
  std::string error = setting.since(14) ? quantized_types_error(layers) : "";
  if (error.empty()) {
    error = config_error(setting.quantized);
  }
  for (const PlacedLayer& layer : layers) {
    const auto rows = whole_rows(layer, setting);
    if (error.empty() && rows && layer.parts.owns) {
      error = quantized_layer_error(*rows, setting);
    }
  }
  return error;
}

// STATIC_LAYER_TYPE_MAPPING has no classes for DeepSeek-V4's compressors.
std::string static_error(const std::vector<PlacedLayer>& layers) {
  const auto found = std::ranges::find_if(layers, is_compressor);
  return found == layers.end() ? "" : fmt::format("KeyError: '{}'", found->layer->tag);
}

std::string ranks_error(const std::vector<PlacedLayer>& layers, const GenerateSetting& setting) {
  for (const PlacedLayer& layer : layers) {
    const auto rows = whole_rows(layer, setting);
    if (rows && rows->divided && rows->heads % setting.tp != 0) {
      return fmt::format(
          "{} key-value heads cannot be divided over {} ranks: a shard of k_proj is no whole number of "
          "heads",
          rows->heads, setting.tp);
    }
  }
  return {};
}

}  // namespace

Problems unsupported(const Model& model, const std::vector<PlacedLayer>& layers, const GenerateSetting& setting) {
  Problems out;
  std::set<std::string> seen;
  const auto refuse = [&](const std::string& what) {
    if (seen.insert(what).second) {
      out.push_back({model.id, {}, what, {}, {}, {}});
    }
  };
  for (const PlacedLayer& layer : layers) {
    const LayerParts& parts = layer.parts;
    if (has_unknown_state(layer, model)) {
      refuse(fmt::format("transformers {} has no cache for {} states{}", setting.version, layer.layer->state.kind,
                         model.model_type.empty() ? "" : fmt::format(" of {}", model.model_type)));
    }
    if (has_unknown_index(layer)) {
      refuse(fmt::format("transformers {} has no cache layer for layers of kind {}", setting.version,
                         layer.layer->kind));
    }
    if (setting.offloaded && (parts.shared || (parts.has_state && (parts.key_values || parts.latent)))) {
      refuse(fmt::format("which tensors of {} layers leave the device when they are offloaded is not known",
                         layer.layer->tag));
    }
    if (setting.cache == CacheClass::quantized && !setting.since(14) && (parts.has_state || parts.shared)) {
      refuse(fmt::format("a quantized cache has no place for layers of type {}", layer.layer->tag));
    }
    if (setting.cache != CacheClass::dynamic && parts.cross && !parts.key_values) {
      refuse(fmt::format("how a {} cache holds layers that look at an encoder alone is not known",
                         setting.implementation));
    }
  }
  return out;
}

std::string generate_error(const std::vector<PlacedLayer>& layers, const GenerateSetting& setting) {
  if (setting.cache == CacheClass::fixed_length) {
    if (const std::string error = static_error(layers); !error.empty()) {
      return error;
    }
  }
  if (const std::string error = ranks_error(layers, setting); !error.empty()) {
    return error;
  }
  return setting.cache == CacheClass::quantized ? quantized_error(layers, setting) : "";
}

void assume_states(const Model& model, const std::vector<PlacedLayer>& layers, GenerateSetting& setting) {
  const bool states = std::ranges::any_of(layers, [](const PlacedLayer& layer) { return layer.parts.has_state; });
  const bool own =
      std::ranges::any_of(kStateModels, [&](std::string_view type) { return model.model_type == type; });
  if (states && !own && !model.model_type.empty()) {
    setting.assumptions.push_back(fmt::format(
        "{} is not one of transformers' own models: its states are taken to be held as those of their kind",
        model.model_type));
  }
}

void ignore_implementation(const Model& model, GenerateSetting& setting) {
  const bool own =
      std::ranges::any_of(model.layers, [](const Layer& layer) { return layer.state.kind == "lightning"; });
  if (own && (setting.cache != CacheClass::paged) && setting.implementation != "dynamic") {
    setting.assumptions.push_back(
        fmt::format("This model does not support `Cache` instances. `cache_implementation` (set to {}) will be "
                    "ignored.",
                    setting.implementation));
    setting.cache = CacheClass::dynamic;
    setting.offloaded = false;
  }
}

}  // namespace kvtally::transformers
