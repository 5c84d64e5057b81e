#pragma once

#include "reference/cache/cache_layer.hpp"
#include "reference/cache/row_pair.hpp"

namespace kvtally::reference {

/// Grows with each token: all keys and values are kept. Each growth copies all that was there into a new buffer,
/// so that S single steps copy S(S−1)/2 entries (transformers' DynamicLayer, cache_utils.py).
class DynamicLayer : public CacheLayer {
 public:
  DynamicLayer(CodecPtr keys, CodecPtr values, Counter& counter);

  KeyValues update(const Tensor& keys, const Tensor& values) override;
  KeyValues current() const override;
  std::int64_t length() const override { return rows_.slots(); }
  std::optional<std::int64_t> maximum() const override { return std::nullopt; }
  MaskSizes mask_sizes(std::int64_t tokens) const override { return {length() + tokens, 0}; }
  Footprint footprint() const override { return {rows_.bytes(), rows_.bytes()}; }
  void reset() override { rows_.keep(0, 0); }
  void pick(std::span<const std::int64_t> requests) override { rows_.pick(requests); }
  std::expected<void, std::string> crop(std::int64_t length) override;

 private:
  RowPair rows_;
};

}  // namespace kvtally::reference
