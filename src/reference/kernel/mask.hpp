#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace kvtally::reference {

/// One query and one key. `query` and `key` are positions of tokens, not slots: a mask never knows where a
/// container keeps a key.
struct Pair {
  std::int64_t batch = 0;
  std::int64_t head = 0;
  std::int64_t query = 0;
  std::int64_t key = 0;
};

/// Whether the query may see the key. Masks are put together with all_of and any_of.
using Mask = std::function<bool(const Pair&)>;

/// No mask: a decoder's look at its encoder.
Mask everything();
/// key ≤ query.
Mask causal();
/// The `window` newest keys, the query's own included: key > query − window. No end on the right: for use with
/// causal().
Mask within(std::int64_t window);
/// The keys of the query's own chunk: ⌊key ÷ chunk⌋ = ⌊query ÷ chunk⌋. For use with causal().
Mask same_chunk(std::int64_t chunk);
/// The first `count` keys: attention sinks that are kept (StreamingLLM, arXiv 2309.17453).
Mask first(std::int64_t count);
/// The keys of the query's own sequence, when several lie one behind the other; sequence i is
/// [boundaries[i], boundaries[i + 1]), as FlashAttention's cumulative lengths.
Mask same_sequence(std::vector<std::int64_t> boundaries);

Mask all_of(Mask a, Mask b);
Mask any_of(Mask a, Mask b);

}  // namespace kvtally::reference
