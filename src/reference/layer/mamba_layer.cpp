#include "reference/layer/mamba_layer.hpp"

#include "reference/kind/convolution_tail.hpp"
#include "reference/kind/mamba.hpp"
#include "reference/tensor/elementwise.hpp"

namespace kvtally::reference {

void allocate_mamba(StateLayer& state, const MambaLayer& layer, std::int64_t batch, const CodecPtr& tail,
                    const CodecPtr& memory) {
  const Tensor& kernel = layer.convolution.weight;
  allocate_tail(state, "convolution", batch, kernel.size(0), kernel.size(1), tail);
  state.allocate("state", {batch, 1, layer.a_log.size(0), layer.a_log.size(1)}, memory);
}

Tensor mamba_layer(StateLayer& state, const MambaLayer& layer, const Tensor& x, Counter& counter) {
  const std::int64_t inner = layer.a_log.size(0);
  const std::int64_t size = layer.a_log.size(1);
  const std::int64_t rank = layer.delta.weight.size(1);
  const Tensor both = projected(x, layer.in, counter);
  const Tensor gate = mapped(slice(both, 2, inner, 2 * inner), silu);

  ScanTokens tokens;
  tokens.x =
      mapped(short_convolution(state, "convolution", slice(both, 2, 0, inner), layer.convolution, counter), silu);
  const Tensor step = projected(tokens.x, layer.step, counter);
  tokens.delta = mapped(projected(slice(step, 2, 0, rank), layer.delta, counter), softplus);
  tokens.write = slice(step, 2, rank, rank + size);
  tokens.read = slice(step, 2, rank + size, rank + 2 * size);

  const Tensor a = mapped(layer.a_log, [](Real log) { return -std::exp(log); });
  const Tensor y = selective_scan(state, "state", tokens, a, layer.skip, counter);
  state.saw(x.size(1));
  return projected(times(y, gate), layer.out, counter);
}

}  // namespace kvtally::reference
