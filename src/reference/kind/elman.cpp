#include "reference/kind/elman.hpp"

#include <algorithm>
#include <cmath>

namespace kvtally::reference {

void allocate_elman(StateLayer& state, const ElmanNetwork& network, std::int64_t batch, CodecPtr codec) {
  state.allocate("hidden", {batch, 1, 1, network.recurrent.weight.size(0)}, std::move(codec));
}

Tensor elman(StateLayer& state, const ElmanNetwork& network, const Tensor& x, Counter& counter) {
  const std::int64_t units = network.recurrent.weight.size(0);
  Tensor hidden = reshaped(state.read("hidden"), {x.size(0), units});
  Tensor all = projected(x, network.input, counter);  // each W x_t + b becomes h_t
  for (std::int64_t t = 0; t < x.size(1); ++t) {
    const Tensor recalled = projected(hidden, network.recurrent, counter, Work::state);
    for (std::int64_t b = 0; b < x.size(0); ++b) {
      for (std::int64_t i = 0; i < units; ++i) {
        all(b, t, i) = std::tanh(all(b, t, i) + recalled(b, i));
      }
      std::ranges::copy(all.row(b, t), hidden.row(b).begin());
    }
  }
  state.write("hidden", reshaped(hidden, {x.size(0), 1, 1, units}));
  state.saw(x.size(1));
  return projected(all, network.output, counter);
}

}  // namespace kvtally::reference
