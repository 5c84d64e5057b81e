#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/layer_parts.hpp"
#include "engine/tensorrt_llm/settings.hpp"

namespace kvtally::tensorrt_llm {

/// What a buffer of a layer is for, as the model sees it.
enum class Use : unsigned char { rows, index, waiting, cross };

/// One role of a layer's cache on one rank: bytes of each token of whole blocks.
struct Buffer {
  std::string role;
  Use use = Use::rows;
  Wide bytes = 0;
  std::optional<std::int64_t> kept;    // tokens that the model keeps at most
  std::optional<std::int64_t> window;  // that the engine keeps at most, beside what a block rounds up
};

struct CachedLayer {
  std::int64_t index = 0;  // its place in the model
  std::vector<Buffer> buffers;
  Wide state = 0;             // bytes of one request's recurrent and convolution states
  std::int64_t heads = 0;     // of keys and values in the whole model
  std::int64_t head_dim = 0;  // of a latent: rank and rotary part
  bool latent = false;
  bool drafts = false;  // it is one of DeepSeek-V4's draft layers, which the model's layers are not
};

/// Who sizes the pools: one pool or one a window (V1), pools beside states (V1 of hybrid models), or life cycles
/// of single buffers (V2 and the managers of DeepSeek-V4 and V4.1).
enum class Manager : unsigned char { pools, states, life_cycles };

/// A model's layers as TensorRT-LLM stores them.
struct Cache {
  Manager manager = Manager::pools;
  std::int64_t block = 32;  // tokens of one that the layout asks for
  std::vector<CachedLayer> layers;
};

/// The layers on one of `ranks` tensor-parallel ranks: ⌈heads ÷ ranks⌉ heads, latents whole, states divided.
/// `context`: windows of --max_attention_window are no longer than it. DeepSeek-V4 drafts N tokens with N − 1
/// layers more, like its last. Refused, by name: layers that no manager is
/// known to hold, and states that do not divide.
Expected<Cache> cache_of(const Model& model, const std::vector<PlacedLayer>& layers, const Settings& settings,
                         Tokens context, std::int64_t ranks);

/// What one request of that many tokens fills, without blocks.
struct Content {
  Wide rows = 0;
  Wide index = 0;
  Wide cross = 0;
  Wide state = 0;

  Wide total() const { return rows + index + cross + state; }
};
Content content_of(const std::vector<CachedLayer>& layers, Tokens context);

/// Bytes that each token of the context costs in buffers without a window, and each request in the others: whole
/// blocks of its window. An encoder's rows are not among them.
struct Cost {
  Wide token = 0;
  Wide request = 0;
};
Cost cost_of(const std::vector<CachedLayer>& layers, std::int64_t block, Tokens context);

/// The layers of the stage that costs most a token. The first stages have a layer more where they do not divide.
std::vector<CachedLayer> fullest_stage(const std::vector<CachedLayer>& layers, std::int64_t stages);

/// Bytes of so many elements: NVFP4 has one fp8 scale each 16.
Wide element_bytes(CacheFormat format, Wide elements);

}  // namespace kvtally::tensorrt_llm
