#pragma once

#include <optional>

#include "reference/layer/latent_layer.hpp"
#include "verify/check.hpp"
#include "verify/vector_file.hpp"

namespace kvtally {

/// The sizes of a latent layer and of its run.
struct LatentSizes {
  std::int64_t batch = 1;
  std::int64_t tokens = 1;
  std::int64_t hidden = 1;
  std::int64_t heads = 1;
  std::int64_t rank = 1;
  std::int64_t nope = 1;
  std::int64_t rope = 0;
  std::int64_t value_dim = 1;
  std::optional<std::int64_t> query_rank;
  std::optional<std::int64_t> first;  // tokens of the first of several passes; absent: one pass was recorded
};

/// Out of "parameters" (B, S, hidden, num_heads, kv_lora_rank, qk_nope_head_dim, qk_rope_head_dim, v_head_dim, and
/// q_lora_rank and prefill_len, which may be null).
LatentSizes latent_sizes(VectorFile& file);

/// What a source calls the weights.
struct LatentNames {
  const char* query;
  const char* query_down;
  const char* query_norm;
  const char* query_up;
  const char* latent_and_key;
  const char* latent_norm;
  const char* up;
  const char* output;
};
/// transformers' names.
inline constexpr LatentNames kLatentNames{.query = "q_proj",
                                          .query_down = "q_a_proj",
                                          .query_norm = "q_a_layernorm",
                                          .query_up = "q_b_proj",
                                          .latent_and_key = "kv_a_proj_with_mqa",
                                          .latent_norm = "kv_a_layernorm",
                                          .up = "kv_b_proj",
                                          .output = "o_proj"};

/// The layer without its rotation and its scale: weights, "norm_eps", "query_latent_scale", "kv_latent_scale".
reference::LatentLayer latent_weights_of(VectorFile& file, const LatentSizes& sizes, const LatentNames& names);

/// Gives the layer the scale, and compares the recorded one with it.
void set_scale(reference::LatentLayer& layer, reference::Real scale, VectorFile& file, Checks& checks);

}  // namespace kvtally
