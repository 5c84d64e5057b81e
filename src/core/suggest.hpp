#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kvtally {

/// The number of single-character insertions, deletions, replacements and swaps of neighbours between two words,
/// no character being edited twice.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `word`, the first among equals; nothing when none is within a third of the word's
/// length, rounded up from a half (1 for words of up to 4 characters, 2 from 5, 3 from 8).
std::optional<std::string> nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace kvtally
