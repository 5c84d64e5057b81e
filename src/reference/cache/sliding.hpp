#pragma once

#include "reference/cache/cache_layer.hpp"
#include "reference/cache/row_pair.hpp"

namespace kvtally::reference {

/// A window of the last W tokens, the newest included. An update hands out what was kept and the new tokens, then
/// keeps the last W − 1: with the next token they are W again (transformers' DynamicSlidingWindowLayer,
/// cache_utils.py; chunked attention uses it too). What falls out of the window stays allocated until the next
/// update begins, as the source's does, of which the kept rows are a view.
///
/// W = 1 keeps everything. The source keeps the Python slice [−W+1:], and [0:] is the whole; its mask sizes know
/// nothing of it. Both are kept as they are.
class SlidingLayer : public CacheLayer {
 public:
  /// `window` ≥ 1.
  SlidingLayer(std::int64_t window, CodecPtr keys, CodecPtr values, Counter& counter);

  KeyValues update(const Tensor& keys, const Tensor& values) override;
  KeyValues current() const override;
  /// What the next update will hand out before its own tokens, and what is recorded.
  KeyValues kept() const;
  std::int64_t length() const override { return length_; }
  std::optional<std::int64_t> maximum() const override { return window_; }
  MaskSizes mask_sizes(std::int64_t tokens) const override;
  Footprint footprint() const override { return {rows_.bytes(), rows_.bytes_of(kept_slots())}; }
  void reset() override;
  void pick(std::span<const std::int64_t> requests) override { rows_.pick(requests); }
  /// Besides lengths that were never reached: those whose window has been let go of.
  std::expected<void, std::string> can_crop(std::int64_t length) const override;
  std::expected<void, std::string> crop(std::int64_t length) override;
  bool offloads() const override { return false; }

  /// From now on lets go of nothing until the next crop, which can then go back to any length from here on (for
  /// speculative decoding; the source's activate_past_recording). What is handed out stays the same.
  void record_past() { recording_ = true; }

 private:
  std::int64_t kept_slots() const;
  KeyValues last(std::int64_t count) const;

  std::int64_t window_;
  std::int64_t length_ = 0;
  std::int64_t handed_out_ = 0;  // slots, at the end of rows_
  bool recording_ = false;
  RowPair rows_;
};

}  // namespace kvtally::reference
