#pragma once

#include "reference/cache/compressed.hpp"
#include "reference/kind/compressed_sparse.hpp"
#include "reference/random.hpp"
#include "reference/storage/codec.hpp"

/// A window beside pooled entries, one token after the other.
namespace kvtally::test {

inline constexpr std::int64_t kHeads = 3;
inline constexpr std::int64_t kDim = 4;
inline constexpr std::int64_t kIndexHeads = 2;
inline constexpr std::int64_t kIndexDim = 6;
inline constexpr std::int64_t kNumber = sizeof(reference::Real);

/// A memory with a pool, and with an index pool where stretches overlap.
inline reference::Cache compressed_memory(std::int64_t window, std::int64_t rate, bool overlapping,
                                          reference::Counter& counter) {
  using reference::Kept;
  using reference::Pool;
  const reference::CodecPtr real = reference::codec("real");
  const reference::PoolFormats formats{real, real, real};
  reference::Cache cache;
  cache.add(std::make_unique<reference::CompressedLayer>(
      window, real, Pool(rate, overlapping, formats, counter, Kept::entries),
      overlapping ? std::optional(Pool(rate, true, formats, counter, Kept::indexer)) : std::nullopt, counter));
  return cache;
}

inline reference::Pooling random_pooling(std::int64_t rate, std::int64_t dim, bool overlapping) {
  return {.bias = random_tensor({rate, overlapping ? 2 * dim : dim}, 11),
          .norm = random_tensor({dim}, 12),
          .rotary = {}};
}

inline reference::SharedRowTokens shared_token(std::uint64_t seed) {
  return {random_tensor({1, kHeads, 1, kDim}, seed), random_tensor({1, 1, 1, kDim}, seed + 1)};
}

inline reference::PoolTokens pool_token(std::int64_t width, std::uint64_t seed) {
  return {random_tensor({1, 1, 1, width}, seed), random_tensor({1, 1, 1, width}, seed + 1)};
}

}  // namespace kvtally::test
