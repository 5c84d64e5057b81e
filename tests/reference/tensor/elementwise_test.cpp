#include "reference/tensor/elementwise.hpp"

#include <doctest/doctest.h>

namespace kvtally::reference::elementwise_test {

namespace {

double as_double(Real x) { return static_cast<double>(x); }

}  // namespace

TEST_CASE("gates of a number") {
  CHECK(sigmoid(0) == Real(0.5));
  CHECK(as_double(sigmoid(1)) == doctest::Approx(0.7310585786300049));
  CHECK(as_double(sigmoid(1) + sigmoid(-1)) == doctest::Approx(1));
  CHECK(sigmoid(-1000) == 0);
  CHECK(silu(0) == 0);
  CHECK(as_double(silu(1)) == doctest::Approx(0.7310585786300049));
  CHECK(as_double(silu(-2)) == doctest::Approx(-2 * 0.11920292202211755));
  CHECK(as_double(softplus(0)) == doctest::Approx(0.6931471805599453));
  CHECK(as_double(softplus(1)) == doctest::Approx(1.3132616875182228));
  CHECK(as_double(softplus(-1)) == doctest::Approx(0.3132616875182228));
}

TEST_CASE("softplus does not overflow") {
  CHECK(softplus(1000) == 1000);
  CHECK(softplus(-1000) == 0);
}

TEST_CASE("numbers one by one") {
  const Tensor x({2, 2}, {1, 2, 3, 4});
  CHECK(mapped(x, [](Real number) { return 10 * number; }) == Tensor({2, 2}, {10, 20, 30, 40}));
  CHECK(times(x, Tensor({2, 2}, {5, 6, 7, 0})) == Tensor({2, 2}, {5, 12, 21, 0}));
}

}  // namespace kvtally::reference::elementwise_test
