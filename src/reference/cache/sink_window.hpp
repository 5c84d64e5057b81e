#pragma once

#include "reference/cache/cache_layer.hpp"
#include "reference/cache/row_pair.hpp"

namespace kvtally::reference {

/// The first n tokens for ever, and a window of the last W, the newest included: the first ones drain the
/// attention that has nowhere else to go (StreamingLLM, arXiv 2309.17453, section 3.2). A step sees n + W rows and
/// keeps n + W − 1. That paper also numbers the rows by their place in the cache instead of in the text: whoever
/// rotates the keys does so, a container keeps what it is given.
class SinkWindowLayer : public CacheLayer {
 public:
  /// `first` ≥ 0, `window` ≥ 1.
  SinkWindowLayer(std::int64_t first, std::int64_t window, CodecPtr keys, CodecPtr values, Counter& counter);

  KeyValues update(const Tensor& keys, const Tensor& values) override;
  KeyValues current() const override { return rows_.rows(positions_); }
  std::int64_t length() const override { return length_; }
  std::optional<std::int64_t> maximum() const override { return first_ + window_; }
  /// The slots; behind the first n a gap may follow, so that only positions say what a slot holds.
  MaskSizes mask_sizes(std::int64_t tokens) const override;
  Footprint footprint() const override;
  void reset() override;
  void pick(std::span<const std::int64_t> requests) override { rows_.pick(requests); }
  /// Besides lengths that were never reached: those whose window has been let go of.
  std::expected<void, std::string> can_crop(std::int64_t length) const override;
  std::expected<void, std::string> crop(std::int64_t length) override;
  bool offloads() const override { return false; }

 private:
  std::int64_t window_start() const { return length_ - window_ + 1; }
  std::vector<std::int64_t> kept_slots() const;
  void keep(const std::vector<std::int64_t>& slots);

  std::int64_t first_;
  std::int64_t window_;
  std::int64_t length_ = 0;
  std::vector<std::int64_t> positions_;  // of each slot
  RowPair rows_;
};

}  // namespace kvtally::reference
