#include "engine/stages.hpp"

#include <doctest/doctest.h>

namespace kvtally::stages_test {

namespace {

std::vector<int> heaviest(const std::vector<int>& layers, std::int64_t stages) {
  return heaviest_stage(layers, stages, [](int layer) { return Wide{layer}; });
}

TEST_CASE("the stage that weighs most") {
  // 5 layers over 2: three and two
  CHECK(heaviest({1, 1, 1, 2, 2}, 2) == std::vector{2, 2});
  CHECK(heaviest({1, 1, 3, 2, 2}, 2) == std::vector{1, 1, 3});
  // of equal ones the first
  CHECK(heaviest({1, 1, 2, 2, 2}, 2) == std::vector{1, 1, 2});
  CHECK(heaviest({4, 5}, 1) == std::vector{4, 5});
  // more stages than layers: the last hold none
  CHECK(heaviest({4, 5}, 3) == std::vector{5});
  CHECK(heaviest({0, 0}, 3) == std::vector{0});
  CHECK(heaviest({}, 2).empty());
}

}  // namespace

}  // namespace kvtally::stages_test
