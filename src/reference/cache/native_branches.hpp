#pragma once

#include "reference/cache/dynamic.hpp"
#include "reference/cache/sliding.hpp"
#include "reference/cache/stretch_pool.hpp"

namespace kvtally::reference {

/// The memory of a native sparse attention layer (arXiv 2502.11089, figure 2): three branches, each with keys and
/// values of its own. Compressed: one entry for each stretch of tokens, and the raw rows that later entries need.
/// Selected: all tokens. Window: the newest ones.
class NativeBranches : public CacheLayer {
 public:
  struct Codecs {
    CodecPtr keys;
    CodecPtr values;
  };
  struct Formats {
    Codecs compressed;
    Codecs open;  // of the raw rows that wait
    Codecs selected;
    Codecs window;
  };
  NativeBranches(PoolStretch stretch, std::int64_t window, const Formats& formats, Counter& counter);

  StretchPool& compressed() { return compressed_; }
  DynamicLayer& selected() { return selected_; }
  SlidingLayer& window() { return window_; }
  PoolStretch stretch() const { return stretch_; }
  std::int64_t window_size() const { return *window_.maximum(); }

  /// No call for it: each branch takes rows of its own.
  KeyValues update(const Tensor& keys, const Tensor& values) override;
  KeyValues current() const override { return selected_.current(); }
  std::int64_t length() const override { return selected_.length(); }
  std::optional<std::int64_t> maximum() const override { return std::nullopt; }
  MaskSizes mask_sizes(std::int64_t tokens) const override { return selected_.mask_sizes(tokens); }
  Footprint footprint() const override;
  void reset() override;
  void pick(std::span<const std::int64_t> requests) override;
  /// Its own length alone: what an entry was made of is gone.
  std::expected<void, std::string> can_crop(std::int64_t length) const override;
  std::expected<void, std::string> crop(std::int64_t length) override { return can_crop(length); }

 private:
  PoolStretch stretch_;
  StretchPool compressed_;
  DynamicLayer selected_;
  SlidingLayer window_;
};

}  // namespace kvtally::reference
