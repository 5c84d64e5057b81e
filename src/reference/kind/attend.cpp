#include "reference/kind/attend.hpp"

namespace kvtally::reference {

Attended attend(const Means& means, const NewTokens& tokens, const Mask& mask, const Scoring& scoring) {
  const std::int64_t seen = means.cache.layer(means.layer).length();
  const KeyValues there = means.cache.update(tokens.keys, tokens.values, means.layer);
  return means.kernel.run({.query = tokens.query,
                           .first_query = seen,
                           .keys = there.keys,
                           .values = there.values,
                           .mask = mask,
                           .scoring = scoring,
                           .counter = means.counter});
}

}  // namespace kvtally::reference
