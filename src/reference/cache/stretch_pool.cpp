#include "reference/cache/stretch_pool.hpp"

#include <cassert>

namespace kvtally::reference {

Tensor read_whole(const Rows& rows) {
  for (std::int64_t b = 0; b < rows.batch(); ++b) {
    for (std::int64_t h = 0; h < rows.heads(); ++h) {
      for (std::int64_t slot = 0; slot < rows.slots(); ++slot) {
        rows.load(b, h, slot);
        rows.need(b, h, slot);
      }
    }
  }
  return rows.numbers();
}

StretchPool::StretchPool(PoolStretch stretch, const std::vector<CodecPtr>& raw,
                         const std::vector<CodecPtr>& pooled, Kept kept, Counter& counter)
    : stretch_(stretch) {
  assert(stretch.every >= 1 && stretch.span >= stretch.every && stretch.span % stretch.every == 0);
  assert(!pooled.empty() && pooled.size() <= raw.size());
  for (const CodecPtr& codec : raw) {
    raw_.emplace_back(codec, counter, Kept::open);
  }
  for (const CodecPtr& codec : pooled) {
    pooled_.emplace_back(codec, counter, kept);
  }
}

void StretchPool::append(const std::vector<Tensor>& raw, const Pooling& pooling) {
  assert(raw.size() == raw_.size());
  for (std::size_t kind = 0; kind < pooled_.size(); ++kind) {
    pooled_[kind].allocate_like(raw[kind], 0);  // so that no entries are rows of the right width too
  }
  for (std::int64_t t = 0; t < raw.front().size(2); ++t) {
    for (std::size_t kind = 0; kind < raw_.size(); ++kind) {
      raw_[kind].append(slice(raw[kind], 2, t, t + 1));
    }
    ++length_;
    if (raw_.front().slots() == stretch_.span) {
      pool(pooling);
    }
  }
}

void StretchPool::pool(const Pooling& pooling) {
  std::vector<Tensor> raw;
  for (const RowStore& store : raw_) {
    raw.push_back(read_whole(store.rows(std::vector<std::int64_t>(static_cast<std::size_t>(store.slots())))));
  }
  const std::vector<Tensor> entry = pooling(raw, length_ - stretch_.span);
  for (std::size_t kind = 0; kind < pooled_.size(); ++kind) {
    pooled_[kind].append(entry.at(kind));
  }
  for (RowStore& store : raw_) {
    store.keep(stretch_.every, stretch_.span);
  }
}

Rows StretchPool::rows(std::size_t kind) const {
  std::vector<std::int64_t> positions;
  for (std::int64_t entry = 0; entry < entries(); ++entry) {
    positions.push_back(entry * stretch_.every + stretch_.span - 1);
  }
  return pooled_.at(kind).rows(std::move(positions));
}

void StretchPool::reset() {
  for (std::vector<RowStore>* stores : {&raw_, &pooled_}) {
    for (RowStore& store : *stores) {
      store.keep(0, 0);
    }
  }
  length_ = 0;
}

void StretchPool::pick(std::span<const std::int64_t> requests) {
  for (std::vector<RowStore>* stores : {&raw_, &pooled_}) {
    for (RowStore& store : *stores) {
      if (store.batch() > 0) {
        store.pick(requests);
      }
    }
  }
}

Bytes StretchPool::bytes_of(const std::vector<RowStore>& stores) {
  std::int64_t sum = 0;
  for (const RowStore& store : stores) {
    sum += store.bytes();
  }
  return {sum};
}

}  // namespace kvtally::reference
