#include "verify/random/filler.hpp"

#include <algorithm>
#include <doctest/doctest.h>

namespace kvtally::filler_test {

TEST_CASE("numbers between -1/2 and 1/2, mostly different") {
  const reference::Tensor numbers = filler({2, 3, 50});
  CHECK(numbers.shape() == reference::Shape{2, 3, 50});
  std::vector<reference::Real> sorted(numbers.values().begin(), numbers.values().end());
  std::ranges::sort(sorted);
  CHECK(sorted.front() >= reference::Real(-0.5));
  CHECK(sorted.back() < reference::Real(0.5));
  CHECK(std::ranges::unique(sorted).size() < 3);
}

}  // namespace kvtally::filler_test
