#pragma once

#include <map>
#include <string_view>

#include "reference/cache/cache_layer.hpp"
#include "reference/cache/store.hpp"

namespace kvtally::reference {

/// What is kept whatever the context: tensors of fixed size under names (a matrix of keys and values, a tail of
/// convolution inputs), each read and rewritten whole or a row at a time. There are no keys and values to hand
/// out, so update() is no call for it: a state kind reads, computes and writes (transformers'
/// LinearAttentionLayer).
class StateLayer : public CacheLayer {
 public:
  explicit StateLayer(Counter& counter) : counter_(&counter) {}

  /// A tensor of zeros [batch, heads, rows, dim] that stays until the end. Once a name.
  void allocate(std::string_view name, const Shape& shape, CodecPtr codec);
  /// The whole tensor, each byte of it read once.
  Tensor read(std::string_view name) const;
  /// The same without reading it, for what is no part of a step: comparing.
  Tensor held(std::string_view name) const { return store(name).unpacked(); }
  /// Rewrites the whole.
  void write(std::string_view name, const Tensor& tensor);
  /// Rewrites one row [batch, heads, 1, dim]: a column of a ring of past inputs, whose place is `row`.
  void write_row(std::string_view name, std::int64_t row, const Tensor& numbers);
  /// Says that so many tokens have gone into the state.
  void saw(std::int64_t tokens) { length_ += tokens; }

  KeyValues update(const Tensor& keys, const Tensor& values) override;
  KeyValues current() const override { return {}; }
  std::int64_t length() const override { return length_; }
  std::optional<std::int64_t> maximum() const override { return std::nullopt; }
  MaskSizes mask_sizes(std::int64_t) const override { return {}; }
  Footprint footprint() const override;
  void reset() override;
  void pick(std::span<const std::int64_t> requests) override;
  /// Its own length alone: the past cannot be taken out of a state again.
  std::expected<void, std::string> can_crop(std::int64_t length) const override;
  std::expected<void, std::string> crop(std::int64_t length) override { return can_crop(length); }
  bool offloads() const override { return false; }

 private:
  RowStore& store(std::string_view name);
  const RowStore& store(std::string_view name) const;

  Counter* counter_;
  std::int64_t length_ = 0;
  std::map<std::string, RowStore, std::less<>> tensors_;
};

}  // namespace kvtally::reference
