#include "reference/cache/sliding.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

namespace kvtally::reference {

SlidingLayer::SlidingLayer(std::int64_t window, CodecPtr keys, CodecPtr values, Counter& counter)
    : window_(window), rows_(std::move(keys), std::move(values), counter) {
  assert(window >= 1);
}

std::int64_t SlidingLayer::kept_slots() const {
  const bool all = recording_ || window_ == 1;
  return all ? rows_.slots() : std::min(rows_.slots(), window_ - 1);
}

KeyValues SlidingLayer::update(const Tensor& keys, const Tensor& values) {
  rows_.keep(rows_.slots() - kept_slots(), rows_.slots());
  const std::int64_t before = window_ == 1 ? rows_.slots() : std::min(rows_.slots(), window_ - 1);
  rows_.append(keys, values);
  length_ += keys.size(2);
  handed_out_ = before + keys.size(2);
  return current();
}

// The rows are those of the newest tokens, so the last slot holds the token length_ − 1.
KeyValues SlidingLayer::last(std::int64_t count) const {
  RowPair part = rows_;
  part.keep(rows_.slots() - count, rows_.slots());
  return part.rows(positions_from(length_ - count, count));
}

KeyValues SlidingLayer::current() const { return last(handed_out_); }

KeyValues SlidingLayer::kept() const { return last(kept_slots()); }

MaskSizes SlidingLayer::mask_sizes(std::int64_t tokens) const {
  const std::int64_t kept = std::min(length_, window_ - 1);
  return {kept + tokens, length_ - kept};
}

void SlidingLayer::reset() {
  rows_.keep(0, 0);
  length_ = 0;
  handed_out_ = 0;
}

std::expected<void, std::string> SlidingLayer::can_crop(std::int64_t length) const {
  if (auto can = CacheLayer::can_crop(length); !can) {
    return can;
  }
  const std::int64_t needed = std::max<std::int64_t>(length - window_ + 1, 0);
  const std::int64_t first_kept = length_ - kept_slots();
  if (length < length_ && needed < first_kept) {
    return std::unexpected(
        fmt::format("a window of {} that ends at {} needs the tokens from {} on, and those before {} are gone: "
                    "record the past before they go",
                    window_, length, needed, first_kept));
  }
  return {};
}

std::expected<void, std::string> SlidingLayer::crop(std::int64_t length) {
  if (auto can = can_crop(length); !can) {
    return can;
  }
  const std::int64_t first = length_ - rows_.slots();
  const std::int64_t left = window_ == 1 ? length - first : std::min(length - first, window_ - 1);
  rows_.keep(length - first - left, length - first);
  length_ = length;
  handed_out_ = left;
  return {};
}

}  // namespace kvtally::reference
