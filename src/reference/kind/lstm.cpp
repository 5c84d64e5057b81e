#include "reference/kind/lstm.hpp"

#include <algorithm>
#include <cmath>

#include "reference/tensor/elementwise.hpp"

namespace kvtally::reference {

void allocate_lstm(StateLayer& state, const LstmLayer& layer, std::int64_t batch, CodecPtr codec) {
  const Shape shape{batch, 1, 1, layer.recurrent.weight.size(1)};
  state.allocate("hidden", shape, codec);
  state.allocate("cell", shape, std::move(codec));
}

Tensor lstm(StateLayer& state, const LstmLayer& layer, const Tensor& x, Counter& counter) {
  const std::int64_t units = layer.recurrent.weight.size(1);
  Tensor hidden = reshaped(state.read("hidden"), {x.size(0), units});
  Tensor cells = reshaped(state.read("cell"), {x.size(0), units});
  const Tensor from_input = projected(x, layer.input, counter);
  Tensor all({x.size(0), x.size(1), units});
  for (std::int64_t t = 0; t < x.size(1); ++t) {
    const Tensor recalled = projected(hidden, layer.recurrent, counter, Work::state);
    for (std::int64_t b = 0; b < x.size(0); ++b) {
      for (std::int64_t u = 0; u < units; ++u) {
        const auto row = [&](std::int64_t gate) {
          return from_input(b, t, gate * units + u) + recalled(b, gate * units + u);
        };
        cells(b, u) = sigmoid(row(1)) * cells(b, u) + sigmoid(row(0)) * std::tanh(row(2));
        all(b, t, u) = sigmoid(row(3)) * std::tanh(cells(b, u));
      }
      counter.multiplied(Work::state, 2 * units);
      std::ranges::copy(all.row(b, t), hidden.row(b).begin());
    }
  }
  state.write("hidden", reshaped(hidden, {x.size(0), 1, 1, units}));
  state.write("cell", reshaped(cells, {x.size(0), 1, 1, units}));
  state.saw(x.size(1));
  return all;
}

}  // namespace kvtally::reference
