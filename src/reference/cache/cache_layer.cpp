#include "reference/cache/cache_layer.hpp"

#include <numeric>

namespace kvtally::reference {

std::vector<std::int64_t> positions_from(std::int64_t first, std::int64_t count) {
  std::vector<std::int64_t> positions(static_cast<std::size_t>(count));
  std::iota(positions.begin(), positions.end(), first);
  return positions;
}

}  // namespace kvtally::reference
