#pragma once

#include "reference/cache/cache_layer.hpp"
#include "reference/cache/store.hpp"

namespace kvtally::reference {

/// Grows with each token: all keys and values are kept. Each growth copies all that was there into a new buffer,
/// so that S single steps copy S²/2 entries (transformers' DynamicLayer, cache_utils.py).
class DynamicLayer : public CacheLayer {
 public:
  DynamicLayer(CodecPtr keys, CodecPtr values, Counter& counter);

  KeyValues update(const Tensor& keys, const Tensor& values) override;
  KeyValues current() const override;
  std::int64_t length() const override { return keys_.slots(); }
  std::optional<std::int64_t> maximum() const override { return std::nullopt; }
  MaskSizes mask_sizes(std::int64_t tokens) const override { return {length() + tokens, 0}; }
  Footprint footprint() const override;
  void reset() override;
  void pick(std::span<const std::int64_t> requests) override;
  std::expected<void, std::string> crop(std::int64_t length) override;

 private:
  RowStore keys_;
  RowStore values_;
};

}  // namespace kvtally::reference
