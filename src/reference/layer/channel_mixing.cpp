#include "reference/layer/channel_mixing.hpp"

#include <algorithm>

#include "reference/layer/token_shift.hpp"
#include "reference/tensor/elementwise.hpp"

namespace kvtally::reference {

Tensor channel_mixing(StateLayer& state, const ChannelMixing& layer, const Tensor& x, Counter& counter) {
  const Tensor mixed = shifted(x, tokens_before(state, "channel-mix shift", x), layer.share);
  const Tensor keys = mapped(projected(mixed, layer.key, counter), [](Real k) {
    const Real positive = std::max(k, Real{0});
    return positive * positive;
  });
  return projected(keys, layer.value, counter);
}

}  // namespace kvtally::reference
