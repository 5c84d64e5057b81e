#pragma once

#include "reference/cache/dynamic.hpp"
#include "reference/cache/stretch_pool.hpp"

namespace kvtally::reference {

/// A dynamic container with one index key for each pool of tokens, made when the pool is complete; until then the
/// tokens' raw rows wait: GLM-5.3-Flash's index keys (key and gate wait) or Qwen's (the raw key waits).
/// transformers' DynamicIndexedLayer keeps Qwen's raw keys of all tokens and pools them at each step (IndexedLayer
/// is that one).
class IndexedPoolLayer : public DynamicLayer {
 public:
  /// A codec for each kind of raw rows; the index keys' codec.
  IndexedPoolLayer(CodecPtr keys, CodecPtr values, std::int64_t pool, const std::vector<CodecPtr>& raw,
                   CodecPtr index_keys, Counter& counter);

  /// Adds the tokens' raw rows [batch, 1, tokens, index dim], a tensor each kind, and hands out the index keys of
  /// all complete pools. A step calls it once, before update().
  Rows update_index(const std::vector<Tensor>& raw, const StretchPool::Pooling& pooling);
  const StretchPool& index() const { return index_; }
  std::int64_t pool() const { return pool_; }

  Footprint footprint() const override;
  void reset() override;
  void pick(std::span<const std::int64_t> requests) override;
  /// Its own length alone: what a pooled key was made of is gone.
  std::expected<void, std::string> can_crop(std::int64_t length) const override;
  std::expected<void, std::string> crop(std::int64_t length) override { return can_crop(length); }

 private:
  std::int64_t pool_;
  StretchPool index_;
};

}  // namespace kvtally::reference
