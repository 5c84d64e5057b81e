#include "reference/kind/cross_attention.hpp"

namespace kvtally::reference {

Attended cross_attention(const Means& means, const Tensor& query, const std::optional<EncoderStates>& states,
                         const Scoring& scoring) {
  const Tensor none = slice(query, 2, 0, 0);
  const NewTokens tokens{query, states ? states->keys : none, states ? states->values : none};
  return attend(means, tokens, everything(), scoring);
}

}  // namespace kvtally::reference
