#include "reference/kind/attend.hpp"

namespace kvtally::reference {

// The last new token is the last one seen, in a layer that shares too: there its owner has seen them before.
Attended attend(const Means& means, const NewTokens& tokens, const Mask& mask, const Scoring& scoring) {
  const KeyValues there = means.cache.update(tokens.keys, tokens.values, means.layer);
  const std::int64_t seen = means.cache.layer(means.layer).length();
  return means.kernel.run({.query = tokens.query,
                           .first_query = seen - tokens.query.size(2),
                           .keys = there.keys,
                           .values = there.values,
                           .mask = mask,
                           .scoring = scoring,
                           .counter = means.counter,
                           .choice = means.choice});
}

}  // namespace kvtally::reference
