#include "reference/kind/convolution_tail.hpp"

namespace kvtally::reference {

void allocate_tail(StateLayer& state, std::string_view name, std::int64_t batch, std::int64_t channels,
                   std::int64_t kernel, CodecPtr codec) {
  if (kernel > 1) {
    state.allocate(name, {batch, 1, kernel - 1, channels}, std::move(codec));
  }
}

Tensor tail_in_order(const StateLayer& state, std::string_view name) {
  const Tensor ring = state.held(name);
  Tensor out({ring.size(0), ring.size(3), ring.size(2)});
  for (std::int64_t b = 0; b < out.size(0); ++b) {
    for (std::int64_t c = 0; c < out.size(1); ++c) {
      for (std::int64_t i = 0; i < out.size(2); ++i) {
        out(b, c, i) = ring(b, 0, (state.length() + i) % out.size(2), c);
      }
    }
  }
  return out;
}

}  // namespace kvtally::reference
