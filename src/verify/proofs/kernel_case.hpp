#pragma once

#include <limits>
#include <memory>
#include <random>

#include "reference/cache/cache_layer.hpp"
#include "reference/kernel/kernel.hpp"

namespace kvtally {

/// Attention of some tokens over themselves. Tensors are [batch, heads or key heads, tokens, dim].
struct KernelCase {
  reference::Tensor query;
  reference::Tensor keys;
  reference::Tensor values;
  reference::Mask mask;
  reference::Scoring scoring;

  std::int64_t batch() const { return query.size(0); }
  std::int64_t heads() const { return query.size(1); }
  std::int64_t key_heads() const { return keys.size(1); }
  std::int64_t tokens() const { return query.size(2); }
};

struct CaseShape {
  std::int64_t batch = 1;
  std::int64_t heads = 1;
  std::int64_t key_heads = 1;
  std::int64_t tokens = 1;
  std::int64_t dk = 1;
  std::int64_t dv = 1;
};

/// Normally distributed numbers, causal, nothing else.
KernelCase case_of(const CaseShape& shape, std::uint64_t seed);

/// A small shape that crosses tiles of 16 tokens, under a causal mask of some sort (full, window, chunk, first
/// tokens kept, packed sequences, one that differs between heads), with or without cap, bias and sinks.
KernelCase random_case(std::mt19937_64& generator);

/// Tokens of a page, and of a block that can be chosen.
inline constexpr std::int64_t kPageTokens = 4;

/// What a kernel gave, and what it counted; what the container did isn't in it.
struct KernelRun {
  reference::Attended attended;
  reference::Counts counts;
};

/// The container that a kernel reads: pages of kPageTokens for the paged ones, else a dynamic one.
std::unique_ptr<reference::CacheLayer> container_for(const reference::Kernel& kernel, const KernelCase& of,
                                                     reference::Counter& counter);

/// Adds the tokens [from, to) to a container, then runs the kernel on their queries. block_sparse gets every
/// block.
KernelRun run_tokens(const reference::Kernel& kernel, const KernelCase& of, std::int64_t from, std::int64_t to,
                     reference::CacheLayer& layer, reference::Counter& counter);

/// All tokens at once.
KernelRun prefill(const reference::Kernel& kernel, const KernelCase& of);

/// One token after the other: their outputs as one tensor.
reference::Tensor decode(const reference::Kernel& kernel, const KernelCase& of);

/// The largest difference, as a part of the largest number of `expected`.
double relative_error(const reference::Tensor& expected, const reference::Tensor& counted);

/// What the orders of sums may differ by: 1e-12 when the executor computes in double.
inline constexpr double kEpsilon = std::numeric_limits<reference::Real>::epsilon();
inline constexpr double kKernelBound = 1e-12 * (kEpsilon / std::numeric_limits<double>::epsilon());

}  // namespace kvtally
