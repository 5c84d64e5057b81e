#include "reference/kind/compressed_sparse.hpp"

#include "reference/cache/compressed.hpp"

namespace kvtally::reference {

Attended compressed_sparse(const Means& means, const SharedRowTokens& tokens, const PoolInput& for_pool,
                           const PooledIndex& index, std::int64_t window, const Scoring& scoring) {
  auto& memory = static_cast<CompressedLayer&>(means.cache.layer(means.layer));
  const std::int64_t first = memory.length();
  const std::int64_t rate = memory.pool().rate();
  const Rows keys = pooled(memory.index(), index.keys, means.counter);
  const PooledChoice choice(pooled_scores(index.queries, keys, first, rate, means.counter), first, rate,
                            index.count);
  const Rows entries = pooled(memory.pool(), for_pool, means.counter);
  return attend_shared_row(means, tokens, entries, any_of(newest_tokens(window), choice.mask()), scoring);
}

}  // namespace kvtally::reference
