#include "reference/kind/grouped_query.hpp"

namespace kvtally::reference {

Attended grouped_query(const Means& means, const NewTokens& tokens, const Scoring& scoring) {
  return attend(means, tokens, causal(), scoring);
}

}  // namespace kvtally::reference
