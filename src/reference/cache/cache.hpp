#pragma once

#include <memory>

#include "reference/cache/cache_layer.hpp"

namespace kvtally::reference {

/// The memory of a model: one container a layer, of any sort each. The whole contract between attention and memory
/// is update(keys, values, layer).
class Cache {
 public:
  Cache() = default;
  Cache(Cache&&) = default;
  Cache& operator=(Cache&&) = default;
  virtual ~Cache() = default;

  void add(std::unique_ptr<CacheLayer> layer) { layers_.push_back(std::move(layer)); }
  std::size_t layers() const { return layers_.size(); }
  CacheLayer& layer(std::size_t index) { return *layers_.at(index); }
  const CacheLayer& layer(std::size_t index) const { return *layers_.at(index); }

  virtual KeyValues update(const Tensor& keys, const Tensor& values, std::size_t layer) {
    return layers_.at(layer)->update(keys, values);
  }
  Footprint footprint() const;

  void reset();
  /// The requests that a beam search goes on with.
  void reorder(std::span<const std::int64_t> beams);
  /// Every request `times` times, one behind the other.
  void repeat(std::int64_t times, std::int64_t batch);
  /// The requests that are kept.
  void select(std::span<const std::int64_t> requests) { reorder(requests); }
  /// Forgets the tokens from `length` on in every layer; the error names the first layer that cannot, and then no
  /// layer has changed.
  std::expected<void, std::string> crop(std::int64_t length);

 private:
  std::vector<std::unique_ptr<CacheLayer>> layers_;
};

}  // namespace kvtally::reference
