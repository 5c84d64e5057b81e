#include "reference/kind/shared_row.hpp"

#include "reference/cache/pool.hpp"

namespace kvtally::reference {

Mask newest_tokens(std::int64_t window) { return all_of(causal(), within(window)); }

Mask complete_entries(std::int64_t rate) {
  return [rate](const Pair& p) { return p.key >= kFirstEntry && p.key - kFirstEntry < (p.query + 1) / rate; };
}

Attended attend_shared_row(const Means& means, const SharedRowTokens& tokens, const std::optional<Rows>& entries,
                           const Mask& mask, const Scoring& scoring) {
  const std::int64_t first_query = means.cache.layer(means.layer).length();
  const Tensor no_values({tokens.row.size(0), 1, tokens.row.size(2), 0});
  const Rows window = means.cache.update(tokens.row, no_values, means.layer).keys;
  const Rows rows = entries ? window.followed_by(*entries) : window;
  return means.kernel.run({.query = tokens.query,
                           .first_query = first_query,
                           .keys = rows,
                           .values = rows,
                           .mask = mask,
                           .scoring = scoring,
                           .counter = means.counter});
}

}  // namespace kvtally::reference
