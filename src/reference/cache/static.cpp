#include "reference/cache/static.hpp"

#include <cassert>

namespace kvtally::reference {

std::vector<std::int64_t> positions_in_slots(std::int64_t filled, std::int64_t slots) {
  std::vector<std::int64_t> positions = positions_from(0, filled);
  positions.resize(static_cast<std::size_t>(slots), -1);
  return positions;
}

StaticLayer::StaticLayer(std::int64_t slots, CodecPtr keys, CodecPtr values, Counter& counter)
    : slots_(slots), rows_(std::move(keys), std::move(values), counter) {
  assert(slots >= 1);
}

KeyValues StaticLayer::update(const Tensor& keys, const Tensor& values) {
  assert(length_ + keys.size(2) <= slots_);
  rows_.allocate_like(keys, values, slots_);
  rows_.write(keys, values, length_);
  length_ += keys.size(2);
  return current();
}

KeyValues StaticLayer::current() const { return rows_.rows(positions_in_slots(length_, rows_.slots())); }

void StaticLayer::reset() {
  rows_.clear();
  length_ = 0;
}

// The rows stay where they are: their slots count as empty and are written over by the next tokens.
std::expected<void, std::string> StaticLayer::crop(std::int64_t length) {
  if (auto can = can_crop(length); !can) {
    return can;
  }
  length_ = length;
  return {};
}

}  // namespace kvtally::reference
