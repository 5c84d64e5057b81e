#include "reference/kind/alibi.hpp"

#include <bit>
#include <cmath>
#include <utility>

namespace kvtally::reference {

std::vector<Real> alibi_slopes(std::int64_t heads, Real largest) {
  const auto whole = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(heads)));
  const auto slope = [&](std::int64_t i) {
    return std::exp2(-static_cast<Real>(i) * (largest / static_cast<Real>(whole)));
  };
  std::vector<Real> slopes;
  if (whole == heads) {
    for (std::int64_t i = 1; i <= whole; ++i) {
      slopes.push_back(slope(i));
    }
    return slopes;
  }
  for (const std::int64_t first : {2, 1}) {
    for (std::int64_t i = first; i <= whole; i += 2) {
      slopes.push_back(slope(i));
    }
  }
  slopes.resize(static_cast<std::size_t>(heads));
  return slopes;
}

std::function<Real(const Pair&)> alibi(std::vector<Real> slopes) {
  return [slopes = std::move(slopes)](const Pair& p) {
    return slopes[static_cast<std::size_t>(p.head)] * static_cast<Real>(p.key - p.query);
  };
}

}  // namespace kvtally::reference
