#pragma once

#include "reference/cache/cache_layer.hpp"
#include "reference/cache/row_pair.hpp"

namespace kvtally::reference {

/// What cross-attention reads: the keys and values of an encoder's states (of a picture, a sound). Filled once, by
/// the first update; later ones bring no tokens. Its size has nothing to do with the text's length, so cropping
/// the text leaves it as it is.
class CrossLayer : public CacheLayer {
 public:
  CrossLayer(CodecPtr keys, CodecPtr values, Counter& counter);

  /// The encoder's keys and values the first time, then tensors [batch, heads, 0, dim].
  KeyValues update(const Tensor& keys, const Tensor& values) override;
  KeyValues current() const override { return rows_.rows(positions_from(0, length())); }
  /// The encoder's states.
  std::int64_t length() const override { return rows_.slots(); }
  std::optional<std::int64_t> maximum() const override { return std::nullopt; }
  MaskSizes mask_sizes(std::int64_t tokens) const override { return {length() + tokens, 0}; }
  Footprint footprint() const override { return {rows_.bytes(), rows_.bytes()}; }
  /// Empty again, for another encoder's states.
  void reset() override { rows_.keep(0, 0); }
  void pick(std::span<const std::int64_t> requests) override { rows_.pick(requests); }
  /// Any length of the text.
  std::expected<void, std::string> can_crop(std::int64_t) const override { return {}; }
  std::expected<void, std::string> crop(std::int64_t) override { return {}; }

 private:
  RowPair rows_;
};

}  // namespace kvtally::reference
