#include "reference/cache/sink_window.hpp"

#include <cassert>
#include <fmt/format.h>

namespace kvtally::reference {

SinkWindowLayer::SinkWindowLayer(std::int64_t first, std::int64_t window, CodecPtr keys, CodecPtr values,
                                 Counter& counter)
    : first_(first), window_(window), rows_(std::move(keys), std::move(values), counter) {
  assert(first >= 0 && window >= 1);
}

std::vector<std::int64_t> SinkWindowLayer::kept_slots() const {
  std::vector<std::int64_t> slots;
  for (std::size_t slot = 0; slot < positions_.size(); ++slot) {
    if (positions_[slot] < first_ || positions_[slot] >= window_start()) {
      slots.push_back(static_cast<std::int64_t>(slot));
    }
  }
  return slots;
}

void SinkWindowLayer::keep(const std::vector<std::int64_t>& slots) {
  std::vector<std::int64_t> positions;
  for (const std::int64_t slot : slots) {
    positions.push_back(positions_[static_cast<std::size_t>(slot)]);
  }
  positions_ = std::move(positions);
  rows_.keep_slots(slots);
}

// What has fallen out of the window goes when the next tokens come: until then it can be read once more.
KeyValues SinkWindowLayer::update(const Tensor& keys, const Tensor& values) {
  keep(kept_slots());
  rows_.append(keys, values);
  for (const std::int64_t position : positions_from(length_, keys.size(2))) {
    positions_.push_back(position);
  }
  length_ += keys.size(2);
  return current();
}

MaskSizes SinkWindowLayer::mask_sizes(std::int64_t tokens) const {
  const std::vector<std::int64_t> kept = kept_slots();
  const std::int64_t offset = kept.empty() ? length_ : positions_[static_cast<std::size_t>(kept.front())];
  return {static_cast<std::int64_t>(kept.size()) + tokens, offset};
}

Footprint SinkWindowLayer::footprint() const {
  return {rows_.bytes(), rows_.bytes_of(static_cast<std::int64_t>(kept_slots().size()))};
}

void SinkWindowLayer::reset() {
  keep({});
  length_ = 0;
}

std::expected<void, std::string> SinkWindowLayer::can_crop(std::int64_t length) const {
  if (auto can = CacheLayer::can_crop(length); !can) {
    return can;
  }
  if (length < length_ && length > first_ && window_start() > first_) {
    return std::unexpected(fmt::format("the tokens from {} to {} are gone: no window of {} can end at {}", first_,
                                       window_start() - 1, window_, length));
  }
  return {};
}

std::expected<void, std::string> SinkWindowLayer::crop(std::int64_t length) {
  if (auto can = can_crop(length); !can) {
    return can;
  }
  length_ = length;
  std::vector<std::int64_t> slots;
  for (const std::int64_t slot : kept_slots()) {
    if (positions_[static_cast<std::size_t>(slot)] < length) {
      slots.push_back(slot);
    }
  }
  keep(slots);
  return {};
}

}  // namespace kvtally::reference
