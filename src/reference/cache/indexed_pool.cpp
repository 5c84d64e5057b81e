#include "reference/cache/indexed_pool.hpp"

#include <fmt/format.h>

namespace kvtally::reference {

IndexedPoolLayer::IndexedPoolLayer(CodecPtr keys, CodecPtr values, std::int64_t pool,
                                   const std::vector<CodecPtr>& raw, CodecPtr index_keys, Counter& counter)
    : DynamicLayer(std::move(keys), std::move(values), counter),
      pool_(pool),
      index_({pool, pool}, raw, {std::move(index_keys)}, Kept::indexer, counter) {}

Rows IndexedPoolLayer::update_index(const std::vector<Tensor>& raw, const StretchPool::Pooling& pooling) {
  index_.append(raw, pooling);
  return index_.rows(0);
}

Footprint IndexedPoolLayer::footprint() const {
  Footprint sum = DynamicLayer::footprint();
  const Bytes index = index_.pooled_bytes() + index_.open_bytes();
  sum += {index, index, index_.open_bytes()};
  return sum;
}

void IndexedPoolLayer::reset() {
  DynamicLayer::reset();
  index_.reset();
}

void IndexedPoolLayer::pick(std::span<const std::int64_t> requests) {
  DynamicLayer::pick(requests);
  index_.pick(requests);
}

std::expected<void, std::string> IndexedPoolLayer::can_crop(std::int64_t length) const {
  if (length != this->length()) {
    return std::unexpected(
        fmt::format("pooled index keys of {} tokens can't go back to {}", this->length(), length));
  }
  return {};
}

}  // namespace kvtally::reference
