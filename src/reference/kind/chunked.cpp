#include "reference/kind/chunked.hpp"

namespace kvtally::reference {

Attended chunked(const Means& means, const NewTokens& tokens, std::int64_t chunk, const Scoring& scoring) {
  const Mask mask = all_of(causal(), same_chunk(chunk));
  return attend(means, tokens, mask, scoring);
}

}  // namespace kvtally::reference
