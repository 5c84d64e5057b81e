#include "reference/kernel/tiles.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace kvtally::reference {

std::vector<std::int64_t> slots_in_order(const Rows& rows) {
  std::vector<std::int64_t> slots(static_cast<std::size_t>(rows.slots()));
  std::iota(slots.begin(), slots.end(), 0);
  std::ranges::stable_sort(slots, {}, [&](std::int64_t slot) { return rows.position(slot); });
  return slots;
}

std::vector<Tile> tiles_of(const Rows& rows, std::int64_t size) {
  return tiles_of(rows, size, {0, std::numeric_limits<std::int64_t>::max()});
}

std::vector<Tile> tiles_of(const Rows& rows, std::int64_t size, Stretch sequence) {
  std::vector<Tile> tiles;
  for (const std::int64_t slot : slots_in_order(rows)) {
    const std::int64_t position = rows.position(slot);
    if (position < sequence.begin || position >= sequence.end) {
      continue;
    }
    const std::int64_t index = (position - sequence.begin) / size;
    if (tiles.empty() || tiles.back().index != index) {
      tiles.push_back({index, {}});
    }
    tiles.back().slots.push_back(slot);
  }
  return tiles;
}

}  // namespace kvtally::reference
