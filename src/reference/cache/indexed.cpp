#include "reference/cache/indexed.hpp"

#include <algorithm>

namespace kvtally::reference {

IndexedLayer::IndexedLayer(CodecPtr keys, CodecPtr values, CodecPtr index_keys, Counter& counter)
    : DynamicLayer(std::move(keys), std::move(values), counter),
      index_(std::move(index_keys), counter, Kept::indexer) {}

Rows IndexedLayer::update_index(const Tensor& index_keys) {
  index_.append(index_keys);
  return current_index();
}

Footprint IndexedLayer::footprint() const {
  Footprint sum = DynamicLayer::footprint();
  sum += {index_bytes(), index_bytes()};
  return sum;
}

void IndexedLayer::reset() {
  DynamicLayer::reset();
  index_.keep(0, 0);
}

void IndexedLayer::pick(std::span<const std::int64_t> requests) {
  DynamicLayer::pick(requests);
  if (index_.batch() > 0) {
    index_.pick(requests);
  }
}

std::expected<void, std::string> IndexedLayer::crop(std::int64_t length) {
  auto done = DynamicLayer::crop(length);
  if (done) {
    index_.keep(0, std::min(length, index_.slots()));
  }
  return done;
}

}  // namespace kvtally::reference
