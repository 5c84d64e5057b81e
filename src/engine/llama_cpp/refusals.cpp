#include "engine/llama_cpp/refusals.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kvtally::llama_cpp {

namespace {

// The width that a type's blocks must divide, as llama.cpp checks it: a head's, or the whole latent's.
std::string indivisible_width(std::string_view which, const Format& type, std::int64_t width) {
  if (width % type.elements == 0) {
    return {};
  }
  return fmt::format(
      "llama_init_from_model: {} cache type {} with block size {} does not divide n_embd_head_{}={}",
      which == "k" ? "K" : "V", type.name, type.elements, which, width);
}

std::string head_refusal(const StoredLayer& layer, const Settings& settings) {
  const LayerParts& parts = layer.placed.parts;
  std::int64_t key = layer.key_width;
  std::int64_t value = layer.value_width;
  if (parts.key_values) {
    key = parts.key_values->key_dim;
    value = parts.key_values->value_dim;
  } else if (layer.expanded) {
    key /= parts.latent->query_heads;
    value /= parts.latent->query_heads;
  }
  std::string out = indivisible_width("k", settings.key, key);
  out = out.empty() ? indivisible_width("v", settings.value, value) : out;
  return out.empty() && layer.index_width ? indivisible_width("k", settings.key, *layer.index_width) : out;
}

}  // namespace

std::string start_refusal(const StoredModel& model, const Settings& settings) {
  constexpr std::int64_t kLlamaMaxSeq = 256;  // LLAMA_MAX_SEQ
  if (settings.sequences > kLlamaMaxSeq) {
    return fmt::format("llama_init_from_model: failed to initialize the context: n_seq_max must be <= {}",
                       kLlamaMaxSeq);
  }
  const bool keys_alone = std::ranges::any_of(model.layers, [](const StoredLayer& layer) {
    return layer.placed.parts.shared || (layer.placed.parts.latent && !layer.expanded);
  });
  if (keys_alone && settings.key.name != settings.value.name && settings.current()) {
    return fmt::format("llama_init_from_model: model does not support different K ({}) and V ({}) cache types",
                       settings.key.name, settings.value.name);
  }
  if (settings.value.elements > 1 && !settings.flash) {
    return settings.version == Version::v0_5_0
               ? "llama_init_from_model: quantized V cache requires flash_attn to be enabled"
               : "llama_init_from_model: V cache quantization requires flash_attn";
  }
  for (const StoredLayer& layer : model.layers) {
    if (std::string out = head_refusal(layer, settings); !out.empty()) {
      return out;
    }
  }
  return {};
}

}  // namespace kvtally::llama_cpp
