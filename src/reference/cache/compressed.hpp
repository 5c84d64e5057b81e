#pragma once

#include <cassert>

#include "reference/cache/pool.hpp"
#include "reference/cache/sliding.hpp"

namespace kvtally::reference {

/// The memory of a layer that sees its newest tokens one by one and the past as pooled entries (DeepSeek-V4, arXiv
/// 2606.19348; transformers' DeepseekV4HCACache and DeepseekV4CSACache): a window of rows that are key and value
/// at once, beside a pool, and beside the pool of an indexer's keys. The rows are the first of the window's two
/// kinds, the second has no numbers: update(rows, rows of width 0). A step adds to the pools on its own.
class CompressedLayer : public SlidingLayer {
 public:
  /// `pool` and `index` may be absent: then the layer is a window.
  CompressedLayer(std::int64_t window, const CodecPtr& rows, std::optional<Pool> pool, std::optional<Pool> index,
                  Counter& counter)
      : SlidingLayer(window, rows, rows, counter), pool_(std::move(pool)), index_(std::move(index)) {}

  Pool& pool() { return present(pool_); }
  Pool& index() { return present(index_); }

  std::optional<std::int64_t> maximum() const override;
  Footprint footprint() const override;
  void reset() override;
  void pick(std::span<const std::int64_t> requests) override;
  /// With a pool, its own length alone: the rows that its entries were pooled from are gone.
  std::expected<void, std::string> can_crop(std::int64_t length) const override;
  std::expected<void, std::string> crop(std::int64_t length) override;

 private:
  static Pool& present(std::optional<Pool>& pool) {
    assert(pool.has_value());
    return *pool;
  }

  std::optional<Pool> pool_;
  std::optional<Pool> index_;
};

}  // namespace kvtally::reference
