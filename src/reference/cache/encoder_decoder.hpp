#pragma once

#include "reference/cache/cache.hpp"

namespace kvtally::reference {

/// The memory of a decoder whose layers also read an encoder: a cache of its own past, and one of CrossLayers that
/// are filled once (transformers' EncoderDecoderCache). Layer i of the model has layer i of each.
class EncoderDecoderCache {
 public:
  void add(std::unique_ptr<CacheLayer> own, std::unique_ptr<CacheLayer> cross);

  Cache& own() { return own_; }
  Cache& cross() { return cross_; }
  Footprint footprint() const;
  void reset();
  void reorder(std::span<const std::int64_t> beams);
  void repeat(std::int64_t times, std::int64_t batch);
  void select(std::span<const std::int64_t> requests) { reorder(requests); }
  /// Of the text; what was read of the encoder stays.
  std::expected<void, std::string> crop(std::int64_t length) { return own_.crop(length); }

 private:
  Cache own_;
  Cache cross_;
};

}  // namespace kvtally::reference
