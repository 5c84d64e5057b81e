#include "reference/kind/heavily_compressed.hpp"

#include "reference/cache/compressed.hpp"

namespace kvtally::reference {

Attended heavily_compressed(const Means& means, const SharedRowTokens& tokens, const PoolInput& for_pool,
                            std::int64_t window, const Scoring& scoring) {
  Pool& pool = static_cast<CompressedLayer&>(means.cache.layer(means.layer)).pool();
  const Rows entries = pooled(pool, for_pool, means.counter);
  const Mask mask = any_of(newest_tokens(window), complete_entries(pool.rate()));
  return attend_shared_row(means, tokens, entries, mask, scoring);
}

}  // namespace kvtally::reference
