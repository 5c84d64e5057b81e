#pragma once

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <optional>

#include "reference/cache/block_hash.hpp"
#include "verify/vector_file.hpp"

/// How the values of a paged vector are read.
namespace kvtally::pages {

/// A map of integers; a value may be null.
using Map = std::map<std::uint64_t, std::optional<std::uint64_t>>;

/// A number that may take 64 bits.
inline std::uint64_t decimal(const Item& item, std::string_view text) {
  std::uint64_t value = 0;
  const char* begin = text.data();
  const char* end = begin + text.size();
  if (const auto [at, error] = std::from_chars(begin, end, value); error != std::errc() || at != end) {
    item.refuse(fmt::format("'{}' is no number of 64 bits", text), "an integer from 0 to 2^64 − 1");
  }
  return value;
}

inline std::uint64_t count_of(const Item& item) {
  const std::int64_t value = item.integer();
  if (value < 0) {
    item.refuse(fmt::format("a count is {}", value), "0 or more");
  }
  return static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0));
}

/// A hash, written in quotes.
inline std::uint64_t hash_of(const Item& item) { return decimal(item, item.text()); }

inline Map map_of(const Item& item, std::uint64_t (*value)(const Item&)) {
  Map out;
  const std::vector<std::string> keys = item.keys();
  const std::vector<Item> values = item.items();
  for (std::size_t i = 0; i < std::min(keys.size(), values.size()); ++i) {
    out[decimal(item, keys[i])] = values[i] ? std::optional(value(values[i])) : std::nullopt;
  }
  return out;
}

inline std::vector<reference::TokenId> tokens_of(const Item& item) {
  std::vector<reference::TokenId> out;
  for (const std::int64_t token : item.integers()) {
    if (token < std::numeric_limits<reference::TokenId>::min() ||
        token > std::numeric_limits<reference::TokenId>::max()) {
      item.refuse(fmt::format("a token is {}", token), "a number of 32 bits");
    }
    out.push_back(static_cast<reference::TokenId>(token));
  }
  return out;
}

inline std::uint32_t group_id_of(const Item& item) { return static_cast<std::uint32_t>(count_of(item)); }

}  // namespace kvtally::pages
