#include "reference/cache/dynamic.hpp"

namespace kvtally::reference {

DynamicLayer::DynamicLayer(CodecPtr keys, CodecPtr values, Counter& counter)
    : rows_(std::move(keys), std::move(values), counter) {}

KeyValues DynamicLayer::update(const Tensor& keys, const Tensor& values) {
  rows_.append(keys, values);
  return current();
}

KeyValues DynamicLayer::current() const { return rows_.rows(positions_from(0, length())); }

std::expected<void, std::string> DynamicLayer::crop(std::int64_t length) {
  if (auto can = can_crop(length); !can) {
    return can;
  }
  rows_.keep(0, length);
  return {};
}

}  // namespace kvtally::reference
