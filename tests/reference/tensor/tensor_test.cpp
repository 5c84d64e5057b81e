#include "reference/tensor/tensor.hpp"

#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

namespace kvtally::reference::tensor_test {

namespace {

// 0 1 2 | 3 4 5
Tensor counted(Shape shape) {
  Tensor out(std::move(shape));
  for (std::size_t i = 0; i < out.values().size(); ++i) {
    out.values()[i] = static_cast<Real>(i);
  }
  return out;
}

std::vector<Real> numbers(const Tensor& tensor) { return {tensor.values().begin(), tensor.values().end()}; }

TEST_CASE("row-major order") {
  const Tensor t = counted({2, 3, 4});
  CHECK(t.count() == 24);
  CHECK(t(1, 2, 3) == 23);
  CHECK(t(1, 0, 2) == 14);
  CHECK(t.row(0, 2)[1] == 9);
  CHECK(t.size(1) == 3);
  CHECK(count_of({}) == 1);
  CHECK(count_of({3, 0}) == 0);
}

TEST_CASE("pieces of an axis") {
  const Tensor t = counted({2, 3});
  CHECK(numbers(slice(t, 0, 1, 2)) == std::vector<Real>{3, 4, 5});
  CHECK(numbers(slice(t, 1, 1, 3)) == std::vector<Real>{1, 2, 4, 5});
  CHECK(slice(t, 1, 2, 2).shape() == Shape{2, 0});
  CHECK(numbers(picked(t, 1, std::array<std::int64_t, 3>{2, 0, 2})) == std::vector<Real>{2, 0, 2, 5, 3, 5});
  CHECK(numbers(joined(t, slice(t, 1, 0, 1), 1)) == std::vector<Real>{0, 1, 2, 0, 3, 4, 5, 3});
  CHECK(joined(slice(t, 0, 0, 1), slice(t, 0, 1, 2), 0) == t);
  CHECK(reshaped(t, {3, 2})(1, 0) == 2);
}

TEST_CASE("heads before tokens, and back") {
  const Tensor t = counted({1, 2, 3, 2});  // 2 tokens, 3 heads
  const Tensor first = heads_first(t);
  CHECK(first.shape() == Shape{1, 3, 2, 2});
  CHECK(first(0, 2, 1, 0) == t(0, 1, 2, 0));
  CHECK(heads_first(first) == t);
}

TEST_CASE("differences") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const Real inf = std::numeric_limits<Real>::infinity();
  CHECK(largest_difference(Tensor({2}, {1, 2}), Tensor({2}, {Real(1.5), 2})) == 0.5);
  CHECK(largest_difference(Tensor({2}, {1, 2}), Tensor({1, 2}, {1, 2})) == kInfinity);
  CHECK(largest_difference(Tensor({1}, {nan}), Tensor({1}, {nan})) == 0);
  CHECK(largest_difference(Tensor({1}, {nan}), Tensor({1}, {0})) == kInfinity);
  CHECK(largest_difference(Tensor({1}, {inf}), Tensor({1}, {inf})) == 0);
  CHECK(largest_difference(Tensor({1}, {inf}), Tensor({1}, {-inf})) == kInfinity);
}

}  // namespace

}  // namespace kvtally::reference::tensor_test
