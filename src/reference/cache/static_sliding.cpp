#include "reference/cache/static_sliding.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

#include "reference/cache/static.hpp"

namespace kvtally::reference {

StaticSlidingLayer::StaticSlidingLayer(std::int64_t window, std::int64_t most, CodecPtr keys, CodecPtr values,
                                       Counter& counter)
    : slots_(std::min(window, most)), counter_(&counter), rows_(std::move(keys), std::move(values), counter) {
  assert(slots_ >= 1);
}

KeyValues StaticSlidingLayer::update(const Tensor& keys, const Tensor& values) {
  const std::int64_t tokens = keys.size(2);
  assert(tokens >= 1);
  rows_.allocate_like(keys, values, slots_);
  step_.reset();
  if (length_ + tokens <= slots_) {
    rows_.write(keys, values, length_);
    placed_ += tokens;
  } else if (length_ >= slots_ && tokens == 1) {
    rows_.roll();
    rows_.write(keys, values, slots_ - 1);
  } else {
    join(keys, values);
  }
  length_ += tokens;
  return current();
}

// A full window's first token is out of sight of each new one.
void StaticSlidingLayer::join(const Tensor& keys, const Tensor& values) {
  step_ = rows_;
  step_->keep(length_ >= slots_ ? 1 : 0, std::min(length_, slots_));
  step_->append(keys, values);
  rows_ = *step_;
  rows_.keep(step_->slots() - slots_, step_->slots());
  counter_->copied(static_cast<std::int64_t>(rows_.bytes().value));
}

KeyValues StaticSlidingLayer::kept() const {
  return rows_.rows(length_ < slots_ ? positions_in_slots(length_, rows_.slots())
                                     : positions_from(length_ - slots_, rows_.slots()));
}

KeyValues StaticSlidingLayer::current() const {
  return step_ ? step_->rows(positions_from(length_ - step_->slots(), step_->slots())) : kept();
}

MaskSizes StaticSlidingLayer::mask_sizes(std::int64_t tokens) const {
  if (length_ >= slots_) {
    return {slots_ - 1 + tokens, length_ - slots_ + 1};
  }
  return {std::max(length_ + tokens, slots_), 0};
}

Footprint StaticSlidingLayer::footprint() const {
  return {step_ ? step_->bytes() + rows_.bytes() : rows_.bytes(), rows_.bytes()};
}

void StaticSlidingLayer::reset() {
  rows_.clear();
  step_.reset();
  length_ = 0;
  placed_ = 0;
}

void StaticSlidingLayer::pick(std::span<const std::int64_t> requests) {
  rows_.pick(requests);
  if (step_) {
    step_->pick(requests);
  }
}

std::expected<void, std::string> StaticSlidingLayer::can_crop(std::int64_t length) const {
  if (auto can = CacheLayer::can_crop(length); !can) {
    return can;
  }
  if (length < length_ && length_ > slots_) {
    return std::unexpected(
        fmt::format("a window of {} slots that has seen {} tokens can't go back to {}", slots_, length_, length));
  }
  return {};
}

std::expected<void, std::string> StaticSlidingLayer::crop(std::int64_t length) {
  if (auto can = can_crop(length); !can) {
    return can;
  }
  if (length < length_) {
    placed_ = length;
  }
  length_ = length;
  step_.reset();
  return {};
}

}  // namespace kvtally::reference
