#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/problem.hpp"
#include "engine/layer_parts.hpp"
#include "engine/vllm/spec.hpp"

namespace kvtally::vllm {

inline constexpr std::int64_t kKernelBlock = 16;  // the smallest block of FlashAttention and FlashInfer

/// What a model's layers ask for on one rank, in order, draft layers last.
struct CacheLayers {
  std::vector<LayerSpec> specs;
  std::int64_t model_layers = 0;      // without draft layers
  std::int64_t own_draft_layers = 0;  // of the model itself that run
  std::int64_t block_size = 16;       // of full attention
  bool hybrid = false;                // some layers have states
  std::vector<std::string> log;       // what vLLM prints while it aligns blocks
  std::vector<std::string> assumptions;
  std::string refusal;  // in vLLM's words; empty: none
};

/// Refused: a kind of layer whose cache vLLM has no rule for, a cache type that a layer cannot have, heads that do
/// not divide over the ranks.
Expected<CacheLayers> cache_layers(const Model& model, const Settings& settings);

// The rest is shared by the files of layers alone.

/// The specs of one layer; false: a problem is noted.
bool add_attention(CacheLayers& out, const PlacedLayer& layer, const Settings& settings, Problems& problems);
bool add_compressed(CacheLayers& out, const PlacedLayer& layer, const Settings& settings, Problems& problems);
bool add_state(CacheLayers& out, const PlacedLayer& layer, const std::string& model_type, const Settings& settings,
               Problems& problems);

/// Enlarges the block of attention layers until its page holds a state, and pads states' pages to it.
void align_states(CacheLayers& out, const Settings& settings, Problems& problems);

/// Enlarges the block until a page of quantised layers holds one of those that TurboQuant leaves as they are.
void align_unquantised(CacheLayers& out, const Settings& settings);

/// The hidden states of --extract-hidden-states, one layer.
void add_hidden_states(CacheLayers& out, const Model& model, const Settings& settings);

/// Notes what vLLM does not store.
bool no_rule(Problems& problems, std::string what, std::string expected = {});

}  // namespace kvtally::vllm
