#pragma once

#include <vector>

#include "reference/cache/cache.hpp"

namespace kvtally::reference {

/// A layer's memory on its way.
struct Move {
  std::size_t layer = 0;
  bool to_device = false;  // else to the host
  Bytes bytes;
  std::size_t during = 0;  // the layer that was being updated
  friend bool operator==(const Move&, const Move&) = default;
};

/// Keeps the layers on the host and one or two at a time on the device, as transformers' Cache does with
/// offloading (cache_utils.py, Cache.update): before a layer is updated its memory is brought back if it is away,
/// and that of the next layer that moves is fetched ahead, behind the last one that of the first; after the update
/// the layer goes to the host. Windows and states stay on the device. Every byte that moves is counted, in either
/// direction. A layer that shares has its owner's memory moved.
class OffloadedCache : public Cache {
 public:
  explicit OffloadedCache(Counter& counter) : counter_(&counter) {}

  KeyValues update(const Tensor& keys, const Tensor& values, std::size_t layer) override;

  /// All that moved, in order.
  const std::vector<Move>& moves() const { return moves_; }
  /// The bytes that moved in one direction.
  Bytes moved(bool to_device) const;
  bool on_device(std::size_t layer) const { return layer >= away_.size() || !away_[layer]; }
  /// Bytes of the layers that are on the device now.
  Bytes device_bytes() const;

 private:
  std::size_t memory_of(std::size_t layer) const;
  std::optional<std::size_t> next_after(std::size_t layer) const;
  void move(std::size_t layer, bool to_device, std::size_t during);

  Counter* counter_;
  std::vector<bool> away_;
  std::vector<Move> moves_;
};

}  // namespace kvtally::reference
