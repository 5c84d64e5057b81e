#include "reference/layer/cross_layer.hpp"

#include "reference/kind/cross_attention.hpp"

namespace kvtally::reference {

Attended cross_layer(const Means& means, const SoftmaxLayer& layer, const Tensor& x,
                     const std::optional<Tensor>& states) {
  assert(!layer.rotary && !layer.temperature);
  std::optional<EncoderStates> made;
  if (states) {
    Entries entries = entries_of(layer, *states, 0, means.counter);
    made = {std::move(entries.keys), std::move(entries.values)};
  }
  const Tensor query = queries_of(layer, x, 0, means.counter);
  Attended out = cross_attention(means, query, made, layer.scoring);
  out.output = output_of(layer, out.output, x, means.counter);
  return out;
}

}  // namespace kvtally::reference
