#include "reference/layer/kimi_delta_layer.hpp"

#include "reference/kind/dplr_cases.hpp"
#include "reference/kind/dplr_chunks.hpp"
#include "reference/kind/kimi_delta.hpp"
#include "reference/tensor/elementwise.hpp"
#include "reference/tensor/norm.hpp"

namespace kvtally::reference {

Tensor kimi_delta_layer(StateLayer& state, const KimiDeltaLayer& layer, const Tensor& x, Counter& counter) {
  const auto by_head = [&](const Tensor& from, const Linear& linear) {
    return split_heads(projected(from, linear, counter), layer.heads.value_heads);
  };
  const NewTokens tokens = convolved_tokens(state, layer.heads, x, counter);
  const Tensor raw = by_head(projected(x, layer.decay_down, counter), layer.decay_up);
  const DeltaGates gates{log_decays(raw, layer.log_rate, layer.decay_bias),
                         mapped(by_head(x, layer.rate), sigmoid)};
  Tensor matrix = state.read("matrix");
  const Tensor attended = layer.chunk > 1
                              ? dplr_chunks(gated_delta_case(tokens, gates), layer.chunk, matrix, counter)
                              : kimi_delta(tokens, gates, matrix, counter);
  state.write("matrix", matrix);
  state.saw(x.size(1));
  const Tensor gate = mapped(by_head(projected(x, layer.gate_down, counter), layer.gate_up), sigmoid);
  return projected(merged_heads(times(rms_norm(attended, layer.norm, layer.eps), gate)), layer.output, counter);
}

}  // namespace kvtally::reference
