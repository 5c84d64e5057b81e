#include "reference/kind/short_convolution.hpp"

namespace kvtally::reference {

Tensor short_convolution(StateLayer& state, std::string_view name, const Tensor& x, const Convolution& convolution,
                         Counter& counter) {
  const std::int64_t channels = x.size(2);
  const std::int64_t kernel = convolution.weight.size(1);
  const std::int64_t ring = kernel - 1;
  Tensor tail = ring > 0 ? state.read(name) : Tensor({x.size(0), 1, 0, channels});
  Tensor y(x.shape());
  for (std::int64_t t = 0; t < x.size(1); ++t) {
    const std::int64_t token = state.length() + t;
    for (std::int64_t b = 0; b < x.size(0); ++b) {
      for (std::int64_t c = 0; c < channels; ++c) {
        Real sum = convolution.bias.count() == 0 ? Real{0} : convolution.bias(c);
        for (std::int64_t i = 0; i < ring; ++i) {  // row (token + i) mod ring is that of the token − ring + i
          sum += convolution.weight(c, i) * tail(b, 0, (token + i) % ring, c);
        }
        y(b, t, c) = sum + convolution.weight(c, ring) * x(b, t, c);
        if (ring > 0) {
          tail(b, 0, token % ring, c) = x(b, t, c);
        }
      }
    }
    if (ring > 0) {
      const std::int64_t row = token % ring;
      state.write_row(name, row, slice(tail, 2, row, row + 1));
    }
  }
  counter.multiplied(Work::state, x.count() * kernel);
  return y;
}

}  // namespace kvtally::reference
