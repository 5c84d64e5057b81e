#pragma once

#include <optional>

#include "reference/cache/cache_layer.hpp"
#include "reference/cache/row_pair.hpp"

namespace kvtally::reference {

/// Entry n of a pool has the position kFirstEntry + n in the rows that it hands out: behind every token, so that
/// tokens and entries can be rows of one kernel and a mask tells them apart.
inline constexpr std::int64_t kFirstEntry = std::int64_t{1} << 40;

/// What a pool stores its three kinds of rows in.
struct PoolFormats {
  CodecPtr rows;
  CodecPtr gates;
  CodecPtr entries;
};

/// What waits in a pool: raw rows as keys, gates as values, their positions counted in tokens.
struct PoolRows {
  KeyValues own;                     // of the tokens without an entry (Cb where rows overlap)
  std::optional<KeyValues> earlier;  // Ca of these, and before them of the last stretch that has its entry
};

/// Entries that are pooled from stretches of `rate` tokens each, and what waits for the next one (DeepSeek-V4,
/// arXiv 2606.19348; transformers' modeling_deepseek_v4.py, DeepseekV4HCACache): a raw row and a gate of each
/// token since the last complete stretch, S mod rate of them between steps.
///
/// Overlapping (DeepseekV4CSACache), rows and gates are twice as wide, [Ca | Cb], and an entry is pooled from Cb
/// of its own stretch and Ca of the one before. So of the last complete stretch the Ca halves stay: they are not
/// written anew, only the Cb halves go.
class Pool {
 public:
  /// `kept`: what the entries are counted as; what waits is counted as open.
  Pool(std::int64_t rate, bool overlapping, const PoolFormats& formats, Counter& counter, Kept kept);

  std::int64_t rate() const { return rate_; }
  bool overlapping() const { return earlier_.has_value(); }
  /// Entries that are there, and stretches that wait for theirs.
  std::int64_t entries() const { return entries_.slots(); }
  std::int64_t complete() const { return own_.slots() / rate_; }

  /// Adds tokens' raw rows and gates [batch, 1, tokens, dim or 2 dim].
  void take(const Tensor& rows, const Tensor& gates);
  /// What waits, to be read by who makes the entries of the complete stretches.
  PoolRows waiting() const;
  /// Adds these entries [batch, 1, complete(), dim], and lets go of what they were pooled from.
  void close(const Tensor& entries);
  /// All entries.
  Rows pooled() const { return entries_.rows(positions_from(kFirstEntry, entries())); }

  Footprint footprint() const;
  void reset();
  void pick(std::span<const std::int64_t> requests);

 private:
  KeyValues newest(const RowPair& pair) const {
    return pair.rows(positions_from(tokens_ - pair.slots(), pair.slots()));
  }

  std::int64_t rate_;
  std::int64_t tokens_ = 0;  // taken
  RowPair own_;
  std::optional<RowPair> earlier_;
  RowStore entries_;
};

}  // namespace kvtally::reference
