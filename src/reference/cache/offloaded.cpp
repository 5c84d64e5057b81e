#include "reference/cache/offloaded.hpp"

#include <cassert>

namespace kvtally::reference {

KeyValues OffloadedCache::update(const Tensor& keys, const Tensor& values, std::size_t layer) {
  away_.resize(layers(), false);
  move(memory_of(layer), true, layer);
  if (const auto next = next_after(layer)) {
    move(*next, true, layer);
  }
  KeyValues there = Cache::update(keys, values, layer);
  if (this->layer(layer).offloads()) {
    move(memory_of(layer), false, layer);
  }
  return there;
}

// The layer itself, or the one whose memory it hands out.
std::size_t OffloadedCache::memory_of(std::size_t layer) const {
  for (std::size_t i = 0; i < layers(); ++i) {
    if (&this->layer(i) == &this->layer(layer).memory()) {
      return i;
    }
  }
  assert(false && "the owner of a shared layer is in the same cache");
  return layer;
}

// Behind the last layer the next step begins: round to the first.
std::optional<std::size_t> OffloadedCache::next_after(std::size_t layer) const {
  for (std::size_t step = 1; step <= layers(); ++step) {
    const std::size_t next = (layer + step) % layers();
    if (this->layer(next).offloads()) {
      return memory_of(next);
    }
  }
  return std::nullopt;
}

void OffloadedCache::move(std::size_t layer, bool to_device, std::size_t during) {
  if (away_[layer] != to_device) {
    return;
  }
  away_[layer] = !to_device;
  const Bytes bytes = this->layer(layer).footprint().carried;
  if (bytes.value == 0) {
    return;
  }
  counter_->moved(static_cast<std::int64_t>(bytes.value));
  moves_.push_back({layer, to_device, bytes, during});
}

Bytes OffloadedCache::moved(bool to_device) const {
  Bytes sum;
  for (const Move& move : moves_) {
    if (move.to_device == to_device) {
      sum += move.bytes;
    }
  }
  return sum;
}

Bytes OffloadedCache::device_bytes() const {
  Bytes sum;
  for (std::size_t i = 0; i < layers(); ++i) {
    if (on_device(i)) {
      sum += layer(i).footprint().carried;
    }
  }
  return sum;
}

}  // namespace kvtally::reference
