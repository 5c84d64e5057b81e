#include "reference/counter.hpp"

#include <algorithm>
#include <utility>

namespace kvtally::reference {

std::string_view name_of(Kept kept) {
  switch (kept) {
    case Kept::entries: return "entries";
    case Kept::indexer: return "indexer";
    case Kept::state: return "state";
    case Kept::open: return "open";
  }
  return {};
}

std::string_view name_of(Work work) {
  switch (work) {
    case Work::projection: return "projection";
    case Work::expansion: return "expansion";
    case Work::scores: return "scores";
    case Work::values: return "values";
    case Work::indexer: return "indexer";
    case Work::state: return "state";
  }
  return {};
}

void Counter::multiplied(Work work, std::int64_t times, bool useful) {
  counts_.performed.at(index(work)) += MultiplyAdds{times};
  if (useful) {
    counts_.useful.at(index(work)) += MultiplyAdds{times};
  }
}

void Counter::made(std::int64_t numbers) {
  counts_.largest_intermediate = std::max(counts_.largest_intermediate, numbers);
}

void Counter::add(const Counts& other) {
  for (std::size_t i = 0; i < kKept; ++i) {
    counts_.written[i] += other.written[i];
    counts_.read[i] += other.read[i];
  }
  for (std::size_t i = 0; i < kWorks; ++i) {
    counts_.useful[i] += other.useful[i];
    counts_.performed[i] += other.performed[i];
  }
  counts_.loaded += other.loaded;
  counts_.copied += other.copied;
  counts_.moved += other.moved;
  counts_.pages_touched += other.pages_touched;
  counts_.blocks_skipped += other.blocks_skipped;
  made(other.largest_intermediate);
}

Counts Counter::take() { return std::exchange(counts_, {}); }

}  // namespace kvtally::reference
