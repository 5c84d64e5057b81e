#pragma once

#include <span>

#include "reference/cache/affine_store.hpp"
#include "reference/cache/cache_layer.hpp"
#include "reference/cache/store.hpp"

namespace kvtally::reference {

/// How a quantised layer stores: transformers' defaults.
struct QuantisedSettings {
  unsigned bits = 4;            // of a code
  std::int64_t group = 64;      // numbers that share a scale and a shift; divides the numbers of a request
  std::int64_t residual = 128;  // tokens that wait in full precision until they are quantised
};

/// Keeps old tokens quantised and the newest in full precision (KIVI, arXiv 2402.02750; transformers'
/// QuantizedLayer, cache_utils.py). The first update is quantised at once, but handed out as it came. A later one
/// hands out the quantised tokens, dequantised, the waiting ones and the new ones. When one more than the waiting
/// tokens reaches the residual length, all that was handed out is quantised anew and nothing waits; otherwise the
/// new tokens join the waiting ones.
///
/// What is handed out is an intermediate: making it reads all stored bytes once, and reading it counts nothing.
/// Its own bytes, at the waiting tokens' precision, count as copied. transformers allows it where every layer has
/// full attention: quantised_cache_allowed().
class QuantisedLayer : public CacheLayer {
 public:
  /// Waiting tokens are stored by `residual`, scales and shifts by `scales`.
  QuantisedLayer(CodecPtr residual, const CodecPtr& scales, Counter& counter,
                 const QuantisedSettings& settings = {});

  KeyValues update(const Tensor& keys, const Tensor& values) override;
  KeyValues current() const override { return last_; }
  std::int64_t length() const override { return quantised_tokens() + residual_tokens(); }
  std::optional<std::int64_t> maximum() const override { return std::nullopt; }
  MaskSizes mask_sizes(std::int64_t tokens) const override { return {length() + tokens, 0}; }
  Footprint footprint() const override;
  void reset() override;
  void pick(std::span<const std::int64_t> requests) override;
  /// Waiting tokens can always be forgotten, quantised ones where no group has to be cut.
  std::expected<void, std::string> can_crop(std::int64_t length) const override;
  std::expected<void, std::string> crop(std::int64_t length) override;

  std::int64_t quantised_tokens() const { return keys_.quantised.tokens(); }
  std::int64_t residual_tokens() const { return keys_.waiting.slots(); }
  /// Whether the next update quantises all tokens.
  bool quantises_next() const;

 private:
  struct Half {
    AffineStore quantised;
    RowStore waiting;
  };
  Tensor take(Half& half, const Tensor& rows, bool quantise);
  Tensor everything(const Half& half, const Tensor& rows) const;
  template <class Visit>
  void both(Visit visit) {
    visit(keys_);
    visit(values_);
  }

  CodecPtr residual_codec_;
  Counter* counter_;
  std::int64_t residual_;
  Half keys_;
  Half values_;
  KeyValues last_;
};

/// Whether a model with layers of these types (transformers' names) may have a quantised cache. The error names
/// the first layer that has no full attention.
std::expected<void, std::string> quantised_cache_allowed(std::span<const std::string> layer_types);

}  // namespace kvtally::reference
