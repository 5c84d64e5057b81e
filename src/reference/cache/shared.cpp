#include "reference/cache/shared.hpp"

#include <cassert>

namespace kvtally::reference {

KeyValues SharedLayer::update([[maybe_unused]] const Tensor& keys, [[maybe_unused]] const Tensor& values) {
  assert(keys.size(2) == 0 && values.size(2) == 0);
  return current();
}

MaskSizes SharedLayer::mask_sizes([[maybe_unused]] std::int64_t tokens) const {
  assert(tokens == 0);
  const std::vector<std::int64_t> positions = current().keys.positions();
  return {static_cast<std::int64_t>(positions.size()), positions.empty() ? 0 : positions.front()};
}

}  // namespace kvtally::reference
