#pragma once

#include "reference/cache/cache_layer.hpp"

namespace kvtally::reference {

/// The container of a layer that has no memory of its own: it hands out what its owner's last update handed out.
/// The owner is updated first in every step, and lives as long. Each operation on the past is the owner's alone,
/// so here it does nothing.
class SharedLayer : public CacheLayer {
 public:
  explicit SharedLayer(const CacheLayer& owner) : owner_(&owner) {}

  /// Tensors [batch, heads, 0, dim]: a layer that shares makes no keys.
  KeyValues update(const Tensor& keys, const Tensor& values) override;
  KeyValues current() const override { return owner_->current(); }
  /// The owner's: in a step, the new tokens are among them already.
  std::int64_t length() const override { return owner_->length(); }
  std::optional<std::int64_t> maximum() const override { return owner_->maximum(); }
  /// `tokens` is 0.
  MaskSizes mask_sizes(std::int64_t tokens) const override;
  Footprint footprint() const override { return {}; }
  void reset() override {}
  void pick(std::span<const std::int64_t>) override {}
  std::expected<void, std::string> can_crop(std::int64_t length) const override {
    return owner_->can_crop(length);
  }
  std::expected<void, std::string> crop(std::int64_t) override { return {}; }
  bool offloads() const override { return owner_->offloads(); }
  const CacheLayer& memory() const override { return owner_->memory(); }

 private:
  const CacheLayer* owner_;
};

}  // namespace kvtally::reference
