#include "reference/cache/compressed.hpp"

#include <fmt/format.h>

namespace kvtally::reference {

std::optional<std::int64_t> CompressedLayer::maximum() const {
  return pool_ ? std::nullopt : SlidingLayer::maximum();
}

Footprint CompressedLayer::footprint() const {
  Footprint sum = SlidingLayer::footprint();
  for (const auto* pool : {&pool_, &index_}) {
    if (*pool) {
      sum += (*pool)->footprint();
    }
  }
  return sum;
}

void CompressedLayer::reset() {
  SlidingLayer::reset();
  for (auto* pool : {&pool_, &index_}) {
    if (*pool) {
      (*pool)->reset();
    }
  }
}

void CompressedLayer::pick(std::span<const std::int64_t> requests) {
  SlidingLayer::pick(requests);
  for (auto* pool : {&pool_, &index_}) {
    if (*pool) {
      (*pool)->pick(requests);
    }
  }
}

std::expected<void, std::string> CompressedLayer::can_crop(std::int64_t length) const {
  if (pool_ && length != this->length()) {
    return std::unexpected(
        fmt::format("entries pooled from {} tokens can't go back to {}", this->length(), length));
  }
  return SlidingLayer::can_crop(length);
}

std::expected<void, std::string> CompressedLayer::crop(std::int64_t length) {
  auto can = can_crop(length);
  return can && !pool_ ? SlidingLayer::crop(length) : can;
}

}  // namespace kvtally::reference
