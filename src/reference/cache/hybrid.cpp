#include "reference/cache/hybrid.hpp"

namespace kvtally::reference {

Footprint HybridLayer::footprint() const {
  Footprint sum = entries_->footprint();
  sum += state_->footprint();
  return sum;
}

void HybridLayer::reset() {
  state_->reset();
  entries_->reset();
}

void HybridLayer::pick(std::span<const std::int64_t> requests) {
  state_->pick(requests);
  entries_->pick(requests);
}

std::expected<void, std::string> HybridLayer::can_crop(std::int64_t length) const {
  auto can = state_->can_crop(length);
  return can ? entries_->can_crop(length) : can;
}

std::expected<void, std::string> HybridLayer::crop(std::int64_t length) {
  auto can = can_crop(length);
  return can ? entries_->crop(length) : can;
}

}  // namespace kvtally::reference
