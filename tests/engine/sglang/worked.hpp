#pragma once

#include "engine/asked.hpp"
#include "engine/sglang/sglang.hpp"

/// The shapes of SGLang's worked examples.
namespace kvtally::sglang::shapes {

using asking::model_with;

// 1024 bytes of a token in bf16: 4 heads × (64 + 64) × 2.
inline Memory base_heads() { return key_value_memory({32, 4, 64, 64}); }
inline Model base(std::int64_t layers = 32) { return model_with({{full_attention(base_heads()), layers}}); }

inline Model sliding(std::int64_t full, std::int64_t slide, std::int64_t window = 8) {
  if (full == 0) {
    return model_with({{sliding_attention(base_heads(), window), slide}});
  }
  return model_with({{full_attention(base_heads()), full}, {sliding_attention(base_heads(), window), slide}});
}

inline Memory latent() { return latent_memory({128, 512, 64, 128, 128}); }
inline Layer sparse(bool reused) { return deepseek_sparse_attention(latent(), {{64, 128}, 2048, 1, reused}); }

// conv 768 × 3 bf16 and 8 × 64 × 64 f32: a layer with 2 × 2 × 64 + 8 × 64 channels.
inline Layer state() { return state_layer(gated_delta_state({2, 8, 64, 64, 4})); }

inline Model compressed(std::initializer_list<std::int64_t> rates) {
  Model model = model_with({});
  for (const std::int64_t rate : rates) {
    const SharedRow row{64, 512};
    append_layer(model, model.order,
                 rate == 4 ? compressed_sparse_attention(row, {128, 4, {64, 128}, 512})
                           : heavily_compressed_attention(row, 128, rate),
                 1);
  }
  return model;
}

}  // namespace kvtally::sglang::shapes
