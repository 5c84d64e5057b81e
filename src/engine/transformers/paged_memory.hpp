#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/quantity.hpp"
#include "engine/transformers/setting.hpp"

namespace kvtally::transformers {

/// What the memory of continuous batching depends on.
struct PagedShape {
  std::int64_t block_size = 256;
  std::int64_t head_dim = 0;
  std::int64_t num_key_value_heads = 0;  // of the whole model: TP does not change the polynomial
  std::int64_t num_attention_heads = 0;
  std::int64_t hidden_size = 0;
  std::int64_t vocab_size = 0;
  std::int64_t num_groups = 1;
  std::int64_t group_size = 1;
  std::int64_t attention_masks = 0;  // 0 with flash attention, 2 with a sliding group, else 1
  std::int64_t max_blocks_per_request = 0;
  std::int64_t output_rows = 1;  // 2 with log probabilities
  std::int64_t io_sets = 1;      // 2 with async batching
  std::int64_t element_bytes = 2;
};

/// memory(M, N) = m·M + n·N + mn·M·N + mm·M², for M tokens of a batch and N tokens of the cache.
struct MemoryPolynomial {
  Wide m = 0;
  Wide n = 0;
  Wide mn = 0;
  Wide mm = 0;
  Wide at(Wide batch_tokens, Wide cache_tokens) const;
};

/// While hidden states become logits, and while attention reads keys and values.
MemoryPolynomial lm_head_peak(const PagedShape& shape);
MemoryPolynomial attention_peak(const PagedShape& shape);

/// The larger of both. The two blocks for padding are not in it.
Wide memory_footprint(const PagedShape& shape, Wide max_batch_tokens, Wide num_blocks);

/// M and the blocks that fit into the available memory; or why none does, in the engine's words.
struct PagedSizes {
  Wide max_batch_tokens = 0;
  Wide num_blocks = 0;
  std::string error;
};
PagedSizes paged_sizes(const PagedShape& shape, const ContinuousBatching& asked);

}  // namespace kvtally::transformers
