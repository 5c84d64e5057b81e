#pragma once

#include <functional>
#include <vector>

#include "reference/cache/store.hpp"

namespace kvtally::reference {

/// Entries that are pooled from stretches of tokens: entry n from the `span` tokens from n · `every` on.
struct PoolStretch {
  std::int64_t span = 1;  // a multiple of `every`
  std::int64_t every = 1;
};

/// All rows, each loaded and needed once.
Tensor read_whole(const Rows& rows);

/// Pooled rows beside the raw rows that later entries still need. Raw rows wait in the format of their own (they
/// count as Kept::open): the S mod `every` tokens behind the last whole stretch of `every`, and the span ÷ every −
/// 1 stretches before, which the next entry reads again. When a token completes an entry, all `span` raw rows of
/// it are read, and what no later entry needs is let go of.
class StretchPool {
 public:
  /// Makes the entry of one stretch from its raw rows, a tensor [batch, heads, span, dim] each kind; `first` is
  /// the position of its first token. The entry's rows are [batch, heads, 1, dim], as wide as the first raw rows.
  using Pooling = std::function<std::vector<Tensor>(const std::vector<Tensor>& raw, std::int64_t first)>;

  /// A codec for each kind of raw rows, and for each kind of pooled rows, which count as `kept`.
  StretchPool(PoolStretch stretch, const std::vector<CodecPtr>& raw, const std::vector<CodecPtr>& pooled,
              Kept kept, Counter& counter);

  /// Takes the raw rows of new tokens [batch, heads, tokens, dim], a tensor each kind.
  void append(const std::vector<Tensor>& raw, const Pooling& pooling);
  /// All entries of one kind. An entry's position is that of its last token, so that a causal mask sees it when
  /// its stretch is complete.
  Rows rows(std::size_t kind) const;
  /// The raw rows that wait, of one kind, without reading them: for comparing.
  Tensor waiting(std::size_t kind) const { return raw_.at(kind).unpacked(); }

  std::int64_t length() const { return length_; }
  std::int64_t entries() const { return pooled_.front().slots(); }
  Bytes pooled_bytes() const { return bytes_of(pooled_); }
  Bytes open_bytes() const { return bytes_of(raw_); }
  void reset();
  void pick(std::span<const std::int64_t> requests);

 private:
  static Bytes bytes_of(const std::vector<RowStore>& stores);
  void pool(const Pooling& pooling);

  PoolStretch stretch_;
  std::int64_t length_ = 0;
  std::vector<RowStore> raw_;
  std::vector<RowStore> pooled_;
};

}  // namespace kvtally::reference
