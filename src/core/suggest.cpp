#include "core/suggest.hpp"

#include <algorithm>
#include <vector>

namespace kvtally {

namespace {

// Longer words are never suggested: the distance costs the product of the two lengths.
constexpr std::size_t kLongestWord = 64;

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    last[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.size() > kLongestWord) {
    return std::nullopt;
  }
  std::size_t best = std::max<std::size_t>(1, (word.size() + 1) / 3) + 1;
  std::optional<std::string> found;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > kLongestWord) {
      continue;
    }
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best) {
      best = distance;
      found = std::string(candidate);
    }
  }
  return found;
}

}  // namespace kvtally
