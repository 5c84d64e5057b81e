#include "reference/layer/fused.hpp"

#include <doctest/doctest.h>

namespace kvtally::reference::fused_test {

TEST_CASE("the rows of a fused weight are those of the layers in it") {
  const Linear fused{Tensor({8, 1}, {0, 1, 2, 3, 4, 5, 6, 7}), Tensor({8}, {10, 11, 12, 13, 14, 15, 16, 17})};
  SUBCASE("a block a head: [q, gate] in each of two heads of two channels") {
    const std::vector<Linear> layers = unfused(fused, 2, 2);
    REQUIRE(layers.size() == 2);
    CHECK(layers[0].weight == Tensor({4, 1}, {0, 1, 4, 5}));
    CHECK(layers[1].weight == Tensor({4, 1}, {2, 3, 6, 7}));
    CHECK(layers[1].bias == Tensor({4}, {12, 13, 16, 17}));
  }
  SUBCASE("parts of unequal heights: [q, v, v, v] in each of two heads") {
    const std::vector<Linear> layers = unfused(fused, 2, std::vector<std::int64_t>{1, 3});
    REQUIRE(layers.size() == 2);
    CHECK(layers[0].weight == Tensor({2, 1}, {0, 4}));
    CHECK(layers[1].weight == Tensor({6, 1}, {1, 2, 3, 5, 6, 7}));
    CHECK(layers[0].bias == Tensor({2}, {10, 14}));
  }
  SUBCASE("one block; no bias stays none") {
    const std::vector<Linear> layers = unfused({fused.weight, {}}, 1, 4);
    REQUIRE(layers.size() == 4);
    CHECK(layers[2].weight == Tensor({2, 1}, {4, 5}));
    CHECK(layers[2].bias.count() == 0);
  }
}

}  // namespace kvtally::reference::fused_test
