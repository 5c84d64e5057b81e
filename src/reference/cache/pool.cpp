#include "reference/cache/pool.hpp"

#include <algorithm>
#include <cassert>

namespace kvtally::reference {

namespace {

void keep_newest(RowPair& pair, std::int64_t slots) {
  pair.keep(pair.slots() - std::min(slots, pair.slots()), pair.slots());
}

}  // namespace

Pool::Pool(std::int64_t rate, bool overlapping, const PoolFormats& formats, Counter& counter, Kept kept)
    : rate_(rate),
      own_(formats.rows, formats.gates, counter, Kept::open),
      entries_(formats.entries, counter, kept) {
  assert(rate >= 1);
  if (overlapping) {
    earlier_.emplace(formats.rows, formats.gates, counter, Kept::open);
  }
}

void Pool::take(const Tensor& rows, const Tensor& gates) {
  const std::int64_t width = rows.size(3);
  const std::int64_t first = overlapping() ? width / 2 : 0;  // of the own half
  if (earlier_) {
    earlier_->append(slice(rows, 3, 0, first), slice(gates, 3, 0, first));
  }
  own_.append(slice(rows, 3, first, width), slice(gates, 3, first, width));
  entries_.allocate_like(Tensor({rows.size(0), 1, 0, width - first}), 0);
  tokens_ += rows.size(2);
}

PoolRows Pool::waiting() const {
  return {newest(own_), earlier_ ? std::optional(newest(*earlier_)) : std::nullopt};
}

void Pool::close(const Tensor& entries) {
  const std::int64_t closed = entries.size(2);
  assert(closed == complete());
  if (closed == 0) {
    return;
  }
  entries_.append(entries);
  keep_newest(own_, own_.slots() - closed * rate_);
  if (earlier_) {
    keep_newest(*earlier_, rate_ + own_.slots());
  }
}

Footprint Pool::footprint() const {
  const Bytes open = own_.bytes() + (earlier_ ? earlier_->bytes() : Bytes{});
  const Bytes all = open + Bytes{entries_.bytes()};
  return {.stored = all, .carried = all, .open = open};
}

void Pool::reset() {
  tokens_ = 0;
  own_.keep(0, 0);
  entries_.keep(0, 0);
  if (earlier_) {
    earlier_->keep(0, 0);
  }
}

void Pool::pick(std::span<const std::int64_t> requests) {
  if (tokens_ == 0) {
    return;
  }
  own_.pick(requests);
  entries_.pick(requests);
  if (earlier_) {
    earlier_->pick(requests);
  }
}

}  // namespace kvtally::reference
