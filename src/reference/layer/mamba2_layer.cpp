#include "reference/layer/mamba2_layer.hpp"

#include <algorithm>

#include "reference/kind/convolution_tail.hpp"
#include "reference/kind/mamba2_chunked.hpp"
#include "reference/tensor/elementwise.hpp"
#include "reference/tensor/norm.hpp"

namespace kvtally::reference {

namespace {

std::int64_t inner_of(const Mamba2Layer& layer) { return layer.out.weight.size(1); }
std::int64_t channels_of(const Mamba2Layer& layer) { return layer.convolution.weight.size(0); }

Tensor dual(StateLayer& state, const Mamba2Layer& layer, const DualTokens& tokens, Counter& counter) {
  const DualWeights weights{mapped(layer.a_log, [](Real log) { return -std::exp(log); }), layer.skip};
  return layer.chunk == 0 ? state_space_dual(state, "state", tokens, weights, counter)
                          : state_space_dual_chunked(state, "state", tokens, weights, layer.chunk, counter);
}

}  // namespace

void allocate_mamba2(StateLayer& state, const Mamba2Layer& layer, std::int64_t batch, const CodecPtr& tail,
                     const CodecPtr& memory) {
  const std::int64_t heads = layer.a_log.size(0);
  const std::int64_t inner = inner_of(layer);
  const std::int64_t size = (channels_of(layer) - inner) / (2 * layer.groups);
  allocate_tail(state, "convolution", batch, channels_of(layer), layer.convolution.weight.size(1), tail);
  state.allocate("state", {batch, heads, size, inner / heads}, memory);
}

Tensor step_sizes(const Tensor& raw, const Tensor& bias, const StepLimits& limits, std::int64_t seen) {
  const bool limited = limits.single_tokens || seen == 0 || raw.size(1) > 1;
  Tensor out(raw.shape());
  for (std::int64_t b = 0; b < raw.size(0); ++b) {
    for (std::int64_t t = 0; t < raw.size(1); ++t) {
      for (std::int64_t h = 0; h < raw.size(2); ++h) {
        const Real step = softplus(raw(b, t, h) + bias(h));
        out(b, t, h) = limited ? std::clamp(step, limits.least, limits.most) : step;
      }
    }
  }
  return out;
}

Tensor mamba2_layer(StateLayer& state, const Mamba2Layer& layer, const Tensor& x, Counter& counter) {
  const std::int64_t inner = inner_of(layer);
  const std::int64_t channels = channels_of(layer);
  const std::int64_t written = (inner + channels) / 2;  // where B ends and C begins
  const std::int64_t heads = layer.a_log.size(0);
  const Tensor all = projected(x, layer.in, counter);
  const Tensor gate = mapped(slice(all, 2, 0, inner), silu);
  const Tensor mixed = mapped(
      short_convolution(state, "convolution", slice(all, 2, inner, inner + channels), layer.convolution, counter),
      silu);
  const DualTokens tokens{.x = split_heads(slice(mixed, 2, 0, inner), heads),
                          .delta = step_sizes(slice(all, 2, inner + channels, all.size(2)), layer.delta_bias,
                                              layer.limits, state.length()),
                          .write = split_heads(slice(mixed, 2, inner, written), layer.groups),
                          .read = split_heads(slice(mixed, 2, written, channels), layer.groups)};
  const Tensor y = merged_heads(dual(state, layer, tokens, counter));
  state.saw(x.size(1));
  return projected(rms_norm(times(y, gate), layer.norm, layer.eps), layer.out, counter);
}

}  // namespace kvtally::reference
