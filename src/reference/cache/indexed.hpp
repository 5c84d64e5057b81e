#pragma once

#include "reference/cache/dynamic.hpp"

namespace kvtally::reference {

/// A dynamic container with a third kind of rows beside keys and values: the small keys by which an indexer
/// chooses what attention reads (DeepSeek-V3.2, arXiv 2512.02556; transformers' DynamicIndexedLayer). They are
/// counted as the indexer's. A step calls update_index() and update() once each, in the order that it needs.
class IndexedLayer : public DynamicLayer {
 public:
  IndexedLayer(CodecPtr keys, CodecPtr values, CodecPtr index_keys, Counter& counter);

  /// Adds the tokens' index keys [batch, index heads, tokens, index dim] and hands out all of them.
  Rows update_index(const Tensor& index_keys);
  /// What the last update_index() handed out, to be read once more: for layers that choose by another's keys.
  Rows current_index() const { return index_.rows(positions_from(0, index_.slots())); }
  /// Bytes of the index keys alone, which footprint() includes.
  Bytes index_bytes() const { return {index_.bytes()}; }

  Footprint footprint() const override;
  void reset() override;
  void pick(std::span<const std::int64_t> requests) override;
  std::expected<void, std::string> crop(std::int64_t length) override;

 private:
  RowStore index_;
};

}  // namespace kvtally::reference
