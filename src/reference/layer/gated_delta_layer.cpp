#include "reference/layer/gated_delta_layer.hpp"

#include "reference/kind/dplr_cases.hpp"
#include "reference/kind/dplr_chunks.hpp"
#include "reference/tensor/elementwise.hpp"
#include "reference/tensor/norm.hpp"

namespace kvtally::reference {

Tensor gated_delta_layer(StateLayer& state, const GatedDeltaLayer& layer, const Tensor& x, Counter& counter) {
  const auto by_head = [&](const Linear& linear) {
    return split_heads(projected(x, linear, counter), layer.heads.value_heads);
  };
  const NewTokens tokens = convolved_tokens(state, layer.heads, x, counter);
  const DeltaGates gates{log_decays(by_head(layer.decay), layer.log_rate, layer.decay_bias),
                         mapped(by_head(layer.rate), sigmoid)};
  Tensor matrix = state.read("matrix");
  const Tensor attended = layer.chunk > 1
                              ? dplr_chunks(gated_delta_case(tokens, gates), layer.chunk, matrix, counter)
                              : gated_delta(tokens, gates, matrix, counter);
  state.write("matrix", matrix);
  state.saw(x.size(1));
  const Tensor gate = mapped(by_head(layer.gate), silu);
  return projected(merged_heads(times(rms_norm(attended, layer.norm, layer.eps), gate)), layer.output, counter);
}

}  // namespace kvtally::reference
