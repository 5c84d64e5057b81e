#include "reference/kind/index_pooling.hpp"

#include <cmath>
#include <doctest/doctest.h>

namespace kvtally::reference::index_pooling_test {

namespace {

bool near(Real a, double b) { return std::abs(static_cast<double>(a) - b) < (sizeof(Real) == 8 ? 1e-14 : 1e-6); }

}  // namespace

TEST_CASE("a gated pool, channel by channel, by hand") {
  const Tensor keys({1, 1, 2, 2}, {3, 10, 6, 20});
  // Channel 0: equal gates, the mean. Channel 1: the second gate and its place are together ln 3 above the first.
  const auto log3 = static_cast<Real>(std::log(3.0));
  const Tensor gates({1, 1, 2, 2}, {1, 1, 1, 1 + log3 - 2});
  const Tensor places({2, 2}, {0, -1, 0, 1});
  const Tensor pooled = gated_pool(keys, gates, places);
  CHECK(pooled.shape() == Shape{1, 1, 1, 2});
  CHECK(near(pooled(0, 0, 0, 0), 4.5));
  CHECK(near(pooled(0, 0, 0, 1), 0.25 * 10 + 0.75 * 20));
  // Gates too large for exp() by themselves.
  const Tensor large({1, 1, 2, 2}, {1e6, 1e6, 1e6, 1e6});
  CHECK(near(gated_pool(keys, large, Tensor({2, 2}))(0, 0, 0, 1), 15));
}

TEST_CASE("a block's key is the mean, normed by 1 + weight, turned at its first token") {
  // Mean (3, 4), of which the root mean square is √12.5; weights 1 + 0 and 1 + 1.
  const Tensor raw({1, 1, 2, 2}, {2, 5, 4, 3});
  BlockKey how{Tensor({2}, {0, 1}), 0, std::nullopt};
  const Tensor normed = block_key(raw, 7, how);
  CHECK(near(normed(0, 0, 0, 0), 3 / std::sqrt(12.5)));
  CHECK(near(normed(0, 0, 0, 1), 8 / std::sqrt(12.5)));
  // One pair that turns by 1 a token: (u cos 7 − w sin 7, w cos 7 + u sin 7).
  how.rotary = Rotary{.pairing = Pairing::half, .frequencies = {{1}, 1}, .trailing = false};
  const Tensor turned = block_key(raw, 7, how);
  CHECK(near(turned(0, 0, 0, 0), (3 * std::cos(7.0) - 8 * std::sin(7.0)) / std::sqrt(12.5)));
  CHECK(near(turned(0, 0, 0, 1), (8 * std::cos(7.0) + 3 * std::sin(7.0)) / std::sqrt(12.5)));
}

}  // namespace kvtally::reference::index_pooling_test
