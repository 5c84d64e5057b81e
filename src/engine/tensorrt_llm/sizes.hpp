#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/tensorrt_llm/windows.hpp"

namespace kvtally::tensorrt_llm {

/// What is asked of the pools on one rank.
struct Demand {
  Tokens context{1};
  std::int64_t requests = 1;  // of the rank
  std::int64_t batch = 1;     // --max_batch_size
  std::int64_t block = 32;
};

/// Bytes of a token and of all requests at once (states), as capacity is worked out.
struct AffineCost {
  Wide slope = 0;
  Wide intercept = 0;
  Wide state = 0;  // bytes of one request's states on the rank
};
AffineCost affine_cost(const std::vector<CachedLayer>& layers, const Settings& settings, const Demand& demand);

struct Sizes {
  bool known = false;  // they are the engine's, not the least that hold the demand
  std::vector<WindowGroup> groups;
  std::vector<WindowGroup> clamped;  // the windows that were asked for, and what became of them
  Wide cross_token = 0;              // bytes of an encoder's position
  Wide cross_tokens = 0;
  Wide cross_blocks = 0;
  Wide slots = 0;             // of states
  std::optional<Wide> quota;  // bytes of the V2 manager
  std::string refusal;        // in the engine's words
};
Sizes sizes_of(const Cache& cache, const Settings& settings, const Demand& demand);

/// Bytes of a token as the engine estimates it before it allocates: head_dim × KV heads ÷ TP, K and V (the mean of
/// KV heads where layers differ), of a latent its width once, at least one layer; nothing without rows. Of the
/// whole model's layers on the stage.
std::optional<Wide> estimated_bytes(const std::vector<CachedLayer>& stage, const Settings& settings);

/// The V2 manager's host tier where no size is given: the quota, half the machine's free memory by rank, four
/// fifths of what may be locked, whichever is least. Nothing where the machine's memory is not stated.
std::optional<Wide> host_tier(const Settings& settings, Wide quota);

/// The V1 estimate of 1.1 for sparse latents: dtype × layers × 576 × (1 + 132 ÷ 576 × 64 ÷ block); nothing for
/// others.
std::optional<Wide> older_sparse_estimate(const std::vector<CachedLayer>& stage, const Settings& settings,
                                          std::int64_t block);

}  // namespace kvtally::tensorrt_llm
