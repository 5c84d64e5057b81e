#include "reference/layer/channel_mixing.hpp"

#include <algorithm>

#include "reference/layer/token_shift.hpp"
#include "reference/tensor/elementwise.hpp"

namespace kvtally::reference {

namespace {

constexpr std::string_view kShift = "channel-mix shift";

Tensor mixed_channels(const ChannelMixing& layer, const Tensor& x, const Tensor& before, Counter& counter) {
  const Tensor keys = mapped(projected(shifted(x, before, layer.share), layer.key, counter), [](Real k) {
    const Real positive = std::max(k, Real{0});
    return positive * positive;
  });
  return projected(keys, layer.value, counter);
}

}  // namespace

Tensor channel_mixing(StateLayer& state, const ChannelMixing& layer, const Tensor& x, Counter& counter) {
  return mixed_channels(layer, x, tokens_before(state, kShift, x), counter);
}

Tensor gated_channel_mixing(StateLayer& state, const GatedChannelMixing& layer, const Tensor& x,
                            Counter& counter) {
  const Tensor before = tokens_before(state, kShift, x);
  const Tensor gate = projected(shifted(x, before, layer.receptance_share), layer.receptance, counter);
  return times(mapped(gate, sigmoid), mixed_channels(layer.mixing, x, before, counter));
}

}  // namespace kvtally::reference
