#pragma once

#include <memory>

#include "reference/cache/indexed.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally {

/// An empty container of keys, values and index keys that rounds none of them.
inline std::unique_ptr<reference::IndexedLayer> exact_indexed_layer(reference::Counter& counter) {
  const reference::CodecPtr real = reference::codec("real");
  return std::make_unique<reference::IndexedLayer>(real, real, real, counter);
}

}  // namespace kvtally
