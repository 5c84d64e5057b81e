#include "reference/layer/short_conv_layer.hpp"

#include <doctest/doctest.h>

namespace kvtally::reference::short_conv_layer_test {

TEST_CASE("a gated short convolution by hand") {
  // B = 2x, C = 3x, x' = 5x, so that u = B x' = 10 x². x = 1, 2: u = 10, 40. The convolution (1, 10) gives 10 · 10
  // and 1 · 10 + 10 · 40; times C: 3 · 100 and 6 · 410. The output doubles.
  Counter counter;
  const ShortConvLayer layer{
      {Tensor({3, 1}, {2, 3, 5}), {}}, {Tensor({1, 2}, {1, 10}), {}}, {Tensor({1, 1}, {2}), {}}};
  StateLayer state(counter);
  allocate_short_conv(state, layer, 1, codec("bf16"));
  CHECK(state.footprint().stored == Bytes{2});
  CHECK(short_conv_layer(state, layer, Tensor({1, 2, 1}, {1, 2}), counter) == Tensor({1, 2, 1}, {600, 4920}));
  CHECK(state.length() == 2);
  // x = 0: u = 0 and C = 0.
  CHECK(short_conv_layer(state, layer, Tensor({1, 1, 1}, {0}), counter) == Tensor({1, 1, 1}, {0}));
  // x = 1 behind u = 0: 3 · 100 again.
  CHECK(short_conv_layer(state, layer, Tensor({1, 1, 1}, {1}), counter) == Tensor({1, 1, 1}, {600}));
}

}  // namespace kvtally::reference::short_conv_layer_test
