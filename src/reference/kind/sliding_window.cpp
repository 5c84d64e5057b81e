#include "reference/kind/sliding_window.hpp"

namespace kvtally::reference {

Attended sliding_window(const Means& means, const NewTokens& tokens, std::int64_t window, const Scoring& scoring) {
  const Mask mask = all_of(causal(), within(window));
  return attend(means, tokens, mask, scoring);
}

}  // namespace kvtally::reference
