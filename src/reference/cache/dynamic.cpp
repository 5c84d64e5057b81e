#include "reference/cache/dynamic.hpp"

#include <fmt/format.h>

namespace kvtally::reference {

DynamicLayer::DynamicLayer(CodecPtr keys, CodecPtr values, Counter& counter)
    : keys_(std::move(keys), counter), values_(std::move(values), counter) {}

KeyValues DynamicLayer::update(const Tensor& keys, const Tensor& values) {
  keys_.append(keys);
  values_.append(values);
  return current();
}

KeyValues DynamicLayer::current() const {
  const auto positions = positions_from(0, length());
  return {keys_.rows(positions), values_.rows(positions)};
}

Footprint DynamicLayer::footprint() const {
  const Bytes bytes{keys_.bytes() + values_.bytes()};
  return {bytes, bytes};
}

void DynamicLayer::reset() {
  keys_.keep(0, 0);
  values_.keep(0, 0);
}

void DynamicLayer::pick(std::span<const std::int64_t> requests) {
  keys_.pick(requests);
  values_.pick(requests);
}

std::expected<void, std::string> DynamicLayer::crop(std::int64_t length) {
  if (length < 0 || length > keys_.slots()) {
    return std::unexpected(fmt::format("{} tokens are kept, {} can't be", keys_.slots(), length));
  }
  keys_.keep(0, length);
  values_.keep(0, length);
  return {};
}

}  // namespace kvtally::reference
