#include "reference/layer/short_conv_layer.hpp"

#include "reference/kind/convolution_tail.hpp"
#include "reference/tensor/elementwise.hpp"

namespace kvtally::reference {

void allocate_short_conv(StateLayer& state, const ShortConvLayer& layer, std::int64_t batch,
                         const CodecPtr& tail) {
  const Tensor& kernel = layer.convolution.weight;
  allocate_tail(state, "convolution", batch, kernel.size(0), kernel.size(1), tail);
}

ShortConvTokens short_conv_tokens(const ShortConvLayer& layer, const Tensor& x, Counter& counter) {
  const std::int64_t hidden = layer.convolution.weight.size(0);
  const Tensor all = projected(x, layer.in, counter);
  return {times(slice(all, 2, 0, hidden), slice(all, 2, 2 * hidden, 3 * hidden)),
          slice(all, 2, hidden, 2 * hidden)};
}

Tensor short_conv_layer(StateLayer& state, const ShortConvLayer& layer, const Tensor& x, Counter& counter) {
  const ShortConvTokens tokens = short_conv_tokens(layer, x, counter);
  const Tensor y = short_convolution(state, "convolution", tokens.in, layer.convolution, counter);
  state.saw(x.size(1));
  return projected(times(y, tokens.gate), layer.out, counter);
}

}  // namespace kvtally::reference
