#pragma once

#include "reference/cache/cache_layer.hpp"
#include "reference/cache/row_pair.hpp"

namespace kvtally::reference {

/// A fixed number of slots, allocated with the first tokens; each new token is written in place. Nothing is copied
/// and no address changes, which is what compiled graphs need; empty slots take their bytes all the same, and all
/// slots are handed out, empty ones as position −1 (transformers' StaticLayer, cache_utils.py).
class StaticLayer : public CacheLayer {
 public:
  /// `slots` ≥ 1: max_cache_len.
  StaticLayer(std::int64_t slots, CodecPtr keys, CodecPtr values, Counter& counter);

  /// No more tokens than there are empty slots.
  KeyValues update(const Tensor& keys, const Tensor& values) override;
  KeyValues current() const override;
  std::int64_t length() const override { return length_; }
  std::optional<std::int64_t> maximum() const override { return slots_; }
  MaskSizes mask_sizes(std::int64_t) const override { return {slots_, 0}; }
  Footprint footprint() const override { return {rows_.bytes(), rows_.bytes()}; }
  void reset() override;
  void pick(std::span<const std::int64_t> requests) override { rows_.pick(requests); }
  std::expected<void, std::string> crop(std::int64_t length) override;

 private:
  std::int64_t slots_;
  std::int64_t length_ = 0;
  RowPair rows_;
};

/// Positions 0 to `filled`, then −1 for the empty slots behind.
std::vector<std::int64_t> positions_in_slots(std::int64_t filled, std::int64_t slots);

}  // namespace kvtally::reference
