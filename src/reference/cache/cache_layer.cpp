#include "reference/cache/cache_layer.hpp"

#include <fmt/format.h>
#include <numeric>

namespace kvtally::reference {

std::expected<void, std::string> CacheLayer::can_crop(std::int64_t length) const {
  if (length < 0 || length > this->length()) {
    return std::unexpected(fmt::format("{} tokens are kept, {} can't be", this->length(), length));
  }
  return {};
}

std::vector<std::int64_t> positions_from(std::int64_t first, std::int64_t count) {
  std::vector<std::int64_t> positions(static_cast<std::size_t>(count));
  std::iota(positions.begin(), positions.end(), first);
  return positions;
}

}  // namespace kvtally::reference
