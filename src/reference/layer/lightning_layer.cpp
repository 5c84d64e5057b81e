#include "reference/layer/lightning_layer.hpp"

#include "reference/kind/dplr_cases.hpp"
#include "reference/kind/dplr_chunks.hpp"
#include "reference/kind/lightning.hpp"
#include "reference/tensor/elementwise.hpp"
#include "reference/tensor/norm.hpp"

namespace kvtally::reference {

Tensor lightning_layer(StateLayer& state, const LightningLayer& layer, const Tensor& x, Counter& counter) {
  const auto heads_of = [&](const Linear& linear) {
    return split_heads(mapped(projected(x, linear, counter), silu), layer.heads);
  };
  const NewTokens tokens{heads_of(layer.query), heads_of(layer.key), heads_of(layer.value)};
  Tensor matrix = state.read("matrix");
  const Tensor attended = layer.block > 1
                              ? dplr_chunks(lightning_case(tokens, layer.slopes), layer.block, matrix, counter)
                              : lightning(tokens, layer.slopes, matrix, counter);
  state.write("matrix", matrix);
  state.saw(x.size(1));
  const Tensor gate = mapped(projected(x, layer.gate, counter), sigmoid);
  return projected(times(rms_norm(merged_heads(attended), layer.norm, layer.eps), gate), layer.output, counter);
}

}  // namespace kvtally::reference
