#include "reference/kind/sinks.hpp"

#include <cassert>

namespace kvtally::reference {

Attended learned_sinks(const Means& means, const NewTokens& tokens, std::vector<Real> logits,
                       std::optional<std::int64_t> window, const Scoring& scoring) {
  assert(static_cast<std::int64_t>(logits.size()) == tokens.query.size(1));
  Scoring with_sinks = scoring;
  with_sinks.sinks = std::move(logits);
  const Mask mask = window ? all_of(causal(), within(*window)) : causal();
  return attend(means, tokens, mask, with_sinks);
}

Attended first_tokens_kept(const Means& means, const NewTokens& tokens, std::int64_t first_kept,
                           std::int64_t window, const Scoring& scoring) {
  const Mask mask = all_of(causal(), any_of(first(first_kept), within(window)));
  return attend(means, tokens, mask, scoring);
}

}  // namespace kvtally::reference
