#pragma once

#include <memory>

#include "reference/kind/native_sparse.hpp"
#include "verify/vectors/sparse_run.hpp"

namespace kvtally {

/// The sizes of a native sparse attention: B, T, HQ, H, K and V, and "scale", of "parameters".
struct NativeSizes {
  std::int64_t batch = 1;
  std::int64_t tokens = 1;
  std::int64_t heads = 1;
  std::int64_t key_heads = 1;
  std::int64_t key_dim = 1;
  std::int64_t value_dim = 1;
  reference::Real scale = 1;
};
NativeSizes native_sizes(VectorFile& file);

/// "block_counts": at least 3, for the forced blocks.
std::int64_t block_count_of(const Item& parameters);

/// Whether pools of so many rows can be meant for such sizes; if not, a problem of the file.
bool can_be_pooled(const Item& where, std::int64_t span, const NativeSizes& sizes);

/// The attention over all tokens at once, and one by one; and its memory after the whole.
struct NativeRun {
  reference::NativeAttended whole;
  reference::Tensor steps;
  std::unique_ptr<reference::Counter> counter;
  std::unique_ptr<reference::NativeBranches> memory;
};
NativeRun native_run(reference::PoolStretch stretch, std::int64_t window, const reference::NativeTokens& tokens,
                     const reference::NativePlan& plan, reference::Real scale);

/// Scores with 1 for forced blocks, and means over the `group` heads of the others: what margins are measured in.
reference::Tensor finite_margins(reference::Tensor scores, std::int64_t group);

}  // namespace kvtally
