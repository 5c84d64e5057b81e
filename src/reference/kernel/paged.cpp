#include <cassert>
#include <unordered_map>
#include <unordered_set>

#include "reference/kernel/kernel.hpp"

// Attention through a page table (PagedAttention, arXiv 2309.06180). The arithmetic is the base kernel's: the
// container has looked the slots up. What is counted beside it is how many physical pages a step could not do
// without: those of the keys that some query sees. A page that several requests share is one.

namespace kvtally::reference {

namespace {

Attended through_pages(const AttentionInput& in, Attended (*base)(const AttentionInput&)) {
  assert(in.keys.slots() == 0 || !in.keys.pages().empty());
  std::unordered_map<std::int64_t, std::int64_t> slot_of;  // of a position
  for (std::int64_t slot = 0; slot < in.keys.slots(); ++slot) {
    slot_of[in.keys.position(slot)] = slot;
  }
  std::unordered_set<std::int64_t> touched;
  const Mask mask = [&](const Pair& pair) {
    const bool seen = in.mask(pair);
    if (seen) {
      touched.insert(in.keys.page(pair.batch, slot_of.at(pair.key)));
    }
    return seen;
  };
  Attended out = base({.query = in.query,
                       .first_query = in.first_query,
                       .keys = in.keys,
                       .values = in.values,
                       .mask = mask,
                       .scoring = in.scoring,
                       .counter = in.counter,
                       .choice = in.choice});
  in.counter.touched_pages(static_cast<std::int64_t>(touched.size()));
  return out;
}

}  // namespace

Attended paged_eager(const AttentionInput& in) { return through_pages(in, eager); }
Attended paged_sdpa(const AttentionInput& in) { return through_pages(in, sdpa); }
Attended paged_streaming(const AttentionInput& in) { return through_pages(in, streaming); }

}  // namespace kvtally::reference
