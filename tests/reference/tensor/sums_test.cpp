#include "reference/tensor/sums.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

namespace kvtally::reference::sums_test {

namespace {

TEST_CASE("lanes by index, then one tree") {
  // large and small numbers in one lane: their order is seen in the bits
  LaneSum sum;
  sum.add(0, Real(1e20));
  sum.add(8, 1);
  sum.add(16, Real(-1e20));
  CHECK(sum.total() == 0);  // (1e20 + 1) − 1e20, in that order
  sum.add(1, 1);
  CHECK(sum.total() == 1);
  sum.scale(3);
  CHECK(sum.total() == 3);
}

TEST_CASE("leaving out zeros, or adding them behind, changes no bit") {
  CHECK(rc::check([](std::vector<int> drawn) {
    LaneSum dense;
    LaneSum sparse;
    RowSum rows(1);
    RowSum some(1);
    for (std::size_t i = 0; i < drawn.size() + 20; ++i) {
      const bool zero = i >= drawn.size() || drawn[i] % 3 == 0;
      const Real number = zero ? 0 : Real(1) / static_cast<Real>(drawn[i]);
      const auto index = static_cast<std::int64_t>(i);
      const std::vector<Real> row{number};
      dense.add(index, number);
      rows.add(index, 1, row);
      if (!zero) {
        sparse.add(index, number);
        some.add(index, 1, row);
      }
    }
    RC_ASSERT(dense.total() == sparse.total());
    RC_ASSERT(rows.total(0) == some.total(0));
    RC_ASSERT(rows.total(0) == dense.total());
  }));
}

TEST_CASE("products") {
  const std::vector<Real> a{1, 2, 3};
  const std::vector<Real> b{4, 5, 6};
  CHECK(dot(a, b) == 32);
  CHECK(dot(std::vector<Real>{}, std::vector<Real>{}) == 0);
  RowSum sum(3);
  sum.add(0, 2, a);
  sum.add(9, Real(0.5), b);
  CHECK(sum.total(2) == 9);
  sum.scale(2);
  CHECK(sum.total(0) == 8);
}

}  // namespace

}  // namespace kvtally::reference::sums_test
