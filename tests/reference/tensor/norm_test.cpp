#include "reference/tensor/norm.hpp"

#include <cmath>
#include <doctest/doctest.h>

namespace kvtally::reference::norm_test {

TEST_CASE("an RMS norm divides by the root of the mean square, eps inside the root") {
  // (3² + 4²) ÷ 2 = 12.5; √(12.5 + 3.5) = 4.
  const Tensor x({1, 1, 2}, {3, 4});
  const Tensor weight({2}, {2, 3});
  CHECK(rms_norm(x, Real(3.5)) == Tensor({1, 1, 2}, {Real(0.75), 1}));
  CHECK(rms_norm(x, weight, Real(3.5)) == Tensor({1, 1, 2}, {Real(1.5), 3}));
  CHECK(rms_norm(x, weight, Real(3.5), 1) == Tensor({1, 1, 2}, {Real(2.25), 4}));
}

TEST_CASE("an L2 norm divides by the length, eps inside the root") {
  // 3² + 4² = 25, and with 11 more 36: (3, 4) ÷ 6.
  const Tensor x({1, 1, 1, 2}, {3, 4});
  CHECK(l2_norm(x, 0) == Tensor({1, 1, 1, 2}, {Real(3) / 5, Real(4) / 5}));
  CHECK(l2_norm(x, 11) == Tensor({1, 1, 1, 2}, {Real(0.5), Real(4) / 6}));
  // Each row by its own length; one of zeros stays.
  CHECK(l2_norm(Tensor({2, 2}, {0, 0, 0, 2}), 4) == Tensor({2, 2}, {0, 0, 0, 2 / std::sqrt(Real(8))}));
}

TEST_CASE("a layer norm takes the mean off and divides by the root of the variance") {
  // Mean 3, variance ((−2)² + 2²) ÷ 2 = 4; √(4 + 12) = 4.
  CHECK(layer_norm(Tensor({1, 1, 2}, {1, 5}), Tensor({2}, {10, 20}), 12) == Tensor({1, 1, 2}, {-5, 10}));
}

TEST_CASE("a weight of heads is each head's own") {
  // Both heads hold rows (3, 4) for two tokens and two requests; the weights tell them apart.
  const Tensor x({2, 2, 2, 2}, {3, 4, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4});
  const Tensor weight({2, 2}, {4, 4, 8, 8});
  CHECK(rms_norm(x, weight, Real(3.5)) == Tensor({2, 2, 2, 2}, {3, 4, 3, 4, 6, 8, 6, 8, 3, 4, 3, 4, 6, 8, 6, 8}));
}

}  // namespace kvtally::reference::norm_test
