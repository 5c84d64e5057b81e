#pragma once

#include <cstdint>

#include "engine/llama_cpp/flags.hpp"

namespace kvtally::llama_cpp {

/// Cells of the caches. A cell holds one token of one sequence.
struct ContextSizes {
  std::int64_t context = 0;   // n_ctx: of all sequences
  std::int64_t sequence = 0;  // n_ctx_seq: that one sequence may use
  std::int64_t streams = 1;   // buffers of cells, each of `cells`
  std::int64_t cells = 0;     // kv_size: of a cache whose layers keep every position, in each stream
  std::int64_t padding = 1;   // every number of cells is a multiple of it
  std::int64_t ubatch = 0;    // n_ubatch, at most n_ctx
};

/// n_ctx = pad(-c, 256). With streams n_ctx_seq = pad(⌊n_ctx ÷ sequences⌋, 256) and n_ctx that times sequences;
/// unified one stream of n_ctx. Before July 2025 the padding was 32 without flash attention; in 2023 there was
/// none.
ContextSizes context_sizes(const Settings& settings);

/// Cells of a sliding layer in each stream: pad(min(cells, n_swa × (sequences of a stream) + n_ubatch), 256), all
/// with --swa-full. b5500 has room for n_batch tokens instead of n_ubatch.
std::int64_t sliding_cells(const Settings& settings, const ContextSizes& sizes, std::int64_t window);

/// Copies of a recurrent state: one for each sequence, and n_rs_seq more to roll back.
std::int64_t state_rows(const Settings& settings);

/// ⌈value ÷ multiple⌉ × multiple.
std::int64_t padded(std::int64_t value, std::int64_t multiple);

}  // namespace kvtally::llama_cpp
