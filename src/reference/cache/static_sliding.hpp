#pragma once

#include <optional>

#include "reference/cache/cache_layer.hpp"
#include "reference/cache/row_pair.hpp"

namespace kvtally::reference {

/// A window in min(W, max_cache_len) slots that are allocated with the first tokens; the oldest token lies in the
/// first slot (transformers' StaticSlidingWindowLayer, cache_utils.py). While there are empty slots, tokens are
/// written in place; a single token behind that rolls all slots down by one; several are put behind what is kept
/// in a buffer of their own, which is handed out and whose end is copied back.
class StaticSlidingLayer : public CacheLayer {
 public:
  /// `window` and `most` (max_cache_len) ≥ 1.
  StaticSlidingLayer(std::int64_t window, std::int64_t most, CodecPtr keys, CodecPtr values, Counter& counter);

  KeyValues update(const Tensor& keys, const Tensor& values) override;
  KeyValues current() const override;
  /// All slots.
  KeyValues kept() const;
  std::int64_t length() const override { return length_; }
  /// Tokens that were written in place, before the window was full (the source's cumulative_length, which stands
  /// still from then on).
  std::int64_t placed() const { return placed_; }
  std::optional<std::int64_t> maximum() const override { return slots_; }
  MaskSizes mask_sizes(std::int64_t tokens) const override;
  Footprint footprint() const override;
  void reset() override;
  void pick(std::span<const std::int64_t> requests) override;
  /// Besides lengths that were never reached: any shorter one, once a token has fallen out of the window.
  std::expected<void, std::string> can_crop(std::int64_t length) const override;
  std::expected<void, std::string> crop(std::int64_t length) override;
  bool offloads() const override { return false; }

 private:
  void join(const Tensor& keys, const Tensor& values);

  std::int64_t slots_;
  std::int64_t length_ = 0;
  std::int64_t placed_ = 0;
  Counter* counter_;
  RowPair rows_;
  std::optional<RowPair> step_;  // what the last update handed out, where that is not the slots
};

}  // namespace kvtally::reference
