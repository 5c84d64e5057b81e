#pragma once

#include <vector>

#include "engine/tensorrt_llm/buffers.hpp"

namespace kvtally::tensorrt_llm {

/// A layer of DeepSeek-V4: window rows of 512, rows and index keys pooled by the layer's rate (bytes a token of
/// the context), and what waits to be pooled, in f32, of twice the rate where two stretches overlap. Windows are
/// longer by the tokens that are drafted.
std::vector<Buffer> compressed_buffers(const LayerParts& parts, const Settings& settings);

/// A layer of DeepSeek-V4.1 by --compress_ratios and --kv_source_layer_ids: window rows of 528 bytes, one more
/// beside the drafted; where it owns them, global records of 356 bytes (288 and an fp4 index of 68) for each
/// `ratio` tokens, and beside ratio 2 a compressor's key-like rows and scores in f32.
std::vector<Buffer> pooled_buffers(const LayerParts& parts, const Settings& settings, std::int64_t layer);

}  // namespace kvtally::tensorrt_llm
