#pragma once

#include "engine/asked.hpp"
#include "engine/tensorrt_llm/tensorrt_llm.hpp"

/// The shapes of TensorRT-LLM's worked examples.
namespace kvtally::tensorrt_llm::shapes {

using asking::model_with;

inline Model eight_heads() { return model_with({{full_attention(key_value_memory({32, 8, 128, 128})), 4}}); }
inline Memory narrow_latent() { return latent_memory({128, 512, 64, 128, 128}); }

// 8 bytes of a token in 16 bits: one head of 2, key and value.
inline Model nine_narrow() { return model_with({{full_attention(key_value_memory({1, 1, 2, 2})), 9}}); }

inline Layer four_to_one() { return compressed_sparse_attention({64, 512}, {128, 4, {64, 128}, 512}); }
inline Layer hundred_to_one() { return heavily_compressed_attention({64, 512}, 128, 128); }

// conv 768 × 3 bf16 and 8 × 64 × 64.
inline Layer small_state() { return state_layer(gated_delta_state({2, 8, 64, 64, 4})); }

}  // namespace kvtally::tensorrt_llm::shapes
