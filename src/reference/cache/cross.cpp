#include "reference/cache/cross.hpp"

#include <cassert>

namespace kvtally::reference {

CrossLayer::CrossLayer(CodecPtr keys, CodecPtr values, Counter& counter)
    : rows_(std::move(keys), std::move(values), counter) {}

KeyValues CrossLayer::update(const Tensor& keys, const Tensor& values) {
  assert(length() == 0 || keys.size(2) == 0);
  if (keys.size(2) > 0) {
    rows_.append(keys, values);
  }
  return current();
}

}  // namespace kvtally::reference
