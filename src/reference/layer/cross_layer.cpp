#include "reference/layer/cross_layer.hpp"

namespace kvtally::reference {

void remember(const Means& means, const SoftmaxLayer& layer, const Tensor& states) {
  const Entries entries = entries_of(layer, states, 0, means.counter);
  means.cache.update(entries.keys, entries.values, means.layer);
}

Attended cross_layer(const Means& means, const SoftmaxLayer& layer, const Tensor& x) {
  const KeyValues there = means.cache.layer(means.layer).current();
  const Mask mask = everything();
  const Tensor query = queries_of(layer, x, 0, means.counter);
  Attended out = means.kernel.run({.query = query,
                                   .first_query = 0,
                                   .keys = there.keys,
                                   .values = there.values,
                                   .mask = mask,
                                   .scoring = layer.scoring,
                                   .counter = means.counter});
  out.output = output_of(layer, out.output, x, means.counter);
  return out;
}

}  // namespace kvtally::reference
