#include "reference/kind/shared_layers.hpp"

namespace kvtally::reference {

Attended shared_layer(const Means& means, const Tensor& query, const Mask& mask, const Scoring& scoring) {
  const Tensor none = slice(query, 2, 0, 0);
  return attend(means, {query, none, none}, mask, scoring);
}

}  // namespace kvtally::reference
