#include "reference/kernel/online_softmax.hpp"

#include <doctest/doctest.h>

namespace kvtally::reference::online_softmax_test {

// Scores 0, ln 3 in one tile and ln 4 in the next: the weights are 1, 3, 4 of 8, whatever the maximum was.
TEST_CASE("a tile with a larger score scales down what was summed") {
  OnlineSoftmax softmax(1);
  softmax.raise(std::log(Real(3)));
  softmax.add(0, 0, std::vector<Real>{8});
  softmax.add(1, std::log(Real(3)), std::vector<Real>{16});
  softmax.raise(std::log(Real(4)));
  softmax.add(2, std::log(Real(4)), std::vector<Real>{32});
  std::vector<Real> out(1);
  softmax.write(out);
  CHECK(static_cast<double>(out[0]) == doctest::Approx((8.0 + 3 * 16 + 4 * 32) / 8).epsilon(1e-6));
  CHECK(static_cast<double>(softmax.log_sum_exp()) == doctest::Approx(std::log(8.0)).epsilon(1e-6));
  softmax.add_sink(std::log(Real(8)));  // half of all
  softmax.write(out);
  CHECK(static_cast<double>(out[0]) == doctest::Approx(23.0 / 2).epsilon(1e-6));
}

TEST_CASE("scores that would overflow without the maximum") {
  OnlineSoftmax softmax(1);
  softmax.raise(1e5F);
  softmax.add(0, Real(1e5F), std::vector<Real>{2});
  softmax.raise(3e5F);
  softmax.add(1, Real(3e5F), std::vector<Real>{7});
  std::vector<Real> out(1);
  softmax.write(out);
  CHECK(out[0] == 7);
}

TEST_CASE("nothing added: zeros, and a logarithm of -inf") {
  OnlineSoftmax softmax(2);
  softmax.raise(kHidden);
  softmax.add(0, kHidden, std::vector<Real>{2, 3});
  std::vector<Real> out{5, 5};
  softmax.write(out);
  CHECK(out == std::vector<Real>{0, 0});
  CHECK(softmax.log_sum_exp() == kHidden);
}

TEST_CASE("rows are raised to the largest of their column") {
  std::vector<OnlineSoftmax> rows(2, OnlineSoftmax(1));
  raise_to_largest(std::vector<Real>{1, 50, 3, 40}, rows);  // [2 keys, 2 rows]
  rows[0].add(0, 3, std::vector<Real>{1});
  rows[1].add(0, 50, std::vector<Real>{1});
  CHECK(rows[0].log_sum_exp() == 3);
  CHECK(rows[1].log_sum_exp() == 50);
}

}  // namespace kvtally::reference::online_softmax_test
