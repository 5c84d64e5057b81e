#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "page/words.hpp"
#include "reference/watched/seen.hpp"
#include "report/table.hpp"

/// What the five kinds of masks.cpp were seen to do, as tables and arithmetic.
namespace kvtally {

struct MaskKind {
  std::string_view id;  // of reference::seen_kinds()
  std::string_view value;
  std::string_view name;
  std::string_view family_of;  // a kind of the same family
};

struct ObservedMask {
  const MaskKind* kind;
  std::vector<reference::Seen> seen;  // a query each, at least one

  const reference::Seen& last() const { return seen.back(); }
  /// Rows, of tokens and of pooled entries, that the last query finds.
  std::size_t stored() const { return last().stored.size() + last().stored_entries.size(); }
  std::size_t read() const { return last().read.size() + last().read_entries.size(); }
  /// Those that all queries read.
  std::size_t cells() const;
};

/// "0-3, 7": neighbours in one. Ascending.
std::string ranges_of(const std::vector<std::int64_t>& positions);

/// A row a kind.
Table mask_table(const Words& words, const std::vector<ObservedMask>& masks);
/// A row a query of a kind.
Table mask_rows_table(const Words& words, const std::vector<ObservedMask>& masks);

/// How many cells each mask must have, worked out from the sizes: the order is that of seen_kinds().
std::vector<std::string> mask_arithmetic(const Words& words, const reference::SeenSizes& sizes);

}  // namespace kvtally
