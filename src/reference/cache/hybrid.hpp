#pragma once

#include <memory>

#include "reference/cache/state.hpp"

namespace kvtally::reference {

/// The memory of a layer in which a state and attention run side by side (Hymba, arXiv 2411.13676, section 2.1;
/// Falcon-H1, arXiv 2507.22448): a state, and any container of keys and values beside it (transformers'
/// LinearAttentionAndFullAttentionLayer and LinearAttentionAndSlidingWindowAttentionLayer). update() is the
/// container's; who computes the state asks for it.
class HybridLayer : public CacheLayer {
 public:
  HybridLayer(std::unique_ptr<StateLayer> state, std::unique_ptr<CacheLayer> entries)
      : state_(std::move(state)), entries_(std::move(entries)) {}

  StateLayer& state() { return *state_; }
  const StateLayer& state() const { return *state_; }

  KeyValues update(const Tensor& keys, const Tensor& values) override { return entries_->update(keys, values); }
  KeyValues current() const override { return entries_->current(); }
  std::int64_t length() const override { return entries_->length(); }
  std::optional<std::int64_t> maximum() const override { return entries_->maximum(); }
  MaskSizes mask_sizes(std::int64_t tokens) const override { return entries_->mask_sizes(tokens); }
  Footprint footprint() const override;
  void reset() override;
  void pick(std::span<const std::int64_t> requests) override;
  /// Where both can: a state only to its own length.
  std::expected<void, std::string> can_crop(std::int64_t length) const override;
  std::expected<void, std::string> crop(std::int64_t length) override;
  bool offloads() const override { return entries_->offloads(); }

 private:
  std::unique_ptr<StateLayer> state_;
  std::unique_ptr<CacheLayer> entries_;
};

}  // namespace kvtally::reference
