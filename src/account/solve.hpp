#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

#include "account/terms.hpp"

namespace kvtally {

/// The largest x in [low, high] for which `fits(x)` holds, where fits(x + 1) implies fits(x); nothing when not
/// even `low` fits. About log2(high − low) calls.
template <std::predicate<std::int64_t> Fits>
std::optional<std::int64_t> largest(std::int64_t low, std::int64_t high, Fits fits) {
  if (high < low || !fits(low)) {
    return std::nullopt;
  }
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    if (fits(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

/// What must be reserved so that `batch` requests may grow to S: every open buffer at its largest. Never falls
/// with S or batch.
Bytes reserve_of(const std::vector<Term>& terms, Tokens seen, std::int64_t batch);

/// The longest context that `batch` requests can have within `budget`, at most `limit`.
std::optional<Tokens> longest_context(const std::vector<Term>& terms, std::int64_t batch, Bytes budget,
                                      Tokens limit);

/// The most requests that can have `context` tokens each within `budget`.
std::optional<std::int64_t> largest_batch(const std::vector<Term>& terms, Tokens context, Bytes budget);

}  // namespace kvtally
