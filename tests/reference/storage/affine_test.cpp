#include "reference/storage/affine.hpp"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <set>

#include "reference/random.hpp"

namespace kvtally::reference::affine_test {

TEST_CASE("one group, worked by hand") {
  // -1 to 2 in 2 bits: scale 3 ÷ 3 = 1, shift 1; codes 0, 3, 0.5 -> 0, 1.5 -> 2, 2.5 -> 2, 1.
  const std::vector<double> numbers{-1, 2, -0.5, 0.5, 1.5, 0};
  const auto grouping = affine_grouping({1, 6}, 0, 6);
  REQUIRE(grouping);
  const auto scales = affine_scales<double>(numbers, *grouping, 2);
  CHECK(scales.scale == std::vector<double>{1});
  CHECK(scales.shift == std::vector<double>{1});
  const auto codes = affine_codes<double>(numbers, *grouping, scales, 2);
  CHECK(codes == std::vector<std::uint8_t>{0, 3, 0, 2, 2, 1});
  CHECK(affine_numbers<double>(codes, *grouping, scales) == std::vector<double>{-1, 2, -1, 1, 1, 0});
}

TEST_CASE("a group of equal numbers comes back exactly") {
  const std::vector<float> numbers{0.1F, 0.1F, 0.1F};
  const auto grouping = affine_grouping({1, 3}, 0, 3);
  const auto scales = affine_scales<float>(numbers, *grouping, 4);
  const auto codes = affine_codes<float>(numbers, *grouping, scales, 4);
  CHECK(codes == std::vector<std::uint8_t>{0, 0, 0});
  CHECK(affine_numbers<float>(codes, *grouping, scales) == numbers);
}

TEST_CASE("groups along the first axis are runs, along the last one columns") {
  const auto rows = affine_grouping({2, 4, 3}, 0, 4);
  REQUIRE(rows);
  CHECK(rows->groups == 6);
  CHECK(rows->index(2, 3) == 11);
  // [2, 4, 3] as [4 runs, 2 members, 3 columns]: group c·4 + n takes column c of run n. Group 6 = 1·4 + 2: column
  // 1 of run 2, whose members stand at 2·6 + 1 and 2·6 + 3 + 1.
  const auto columns = affine_grouping({2, 4, 3}, -1, 2);
  REQUIRE(columns);
  CHECK(columns->groups == 12);
  CHECK(columns->index(6, 0) == 13);
  CHECK(columns->index(6, 1) == 16);
}

TEST_CASE("a grouping that does not divide is refused") {
  CHECK(affine_grouping({2, 4, 3}, 1, 4).error() == "groups run along axis 0 or -1, not 1");
  CHECK(affine_grouping({2, 4, 3}, 0, 5).error() == "groups of 5 do not divide 12 numbers");
  CHECK(affine_grouping({2, 4, 3}, 0, 24).error() == "groups of 24 do not divide 12 numbers");
  CHECK(affine_grouping({2, 4, 3}, -1, 3).error() == "groups of 3 do not divide 8 numbers");
  CHECK(affine_grouping({2, 4, 3}, 0, 0).error() == "groups of 0 do not divide 12 numbers");
  CHECK(affine_grouping({2, 0, 3}, 0, 1).error() == "groups of 1 do not divide 0 numbers");
}

TEST_CASE("every number belongs to one group, and loses at most half its step") {
  CHECK(rc::check([] {
    const auto runs = *rc::gen::inRange<std::int64_t>(1, 6);
    const auto size = *rc::gen::inRange<std::int64_t>(1, 9);
    const auto last = *rc::gen::inRange<std::int64_t>(1, 5);
    const auto bits = *rc::gen::inRange<unsigned>(1, 9);
    const int axis = *rc::gen::element(0, -1);
    const Shape shape = axis == 0 ? Shape{last, runs, size} : Shape{runs, size, last};
    const Tensor tensor = test::random_tensor(shape, *rc::gen::arbitrary<std::uint64_t>());
    const auto grouping = affine_grouping(shape, axis, size);
    RC_ASSERT(grouping.has_value());
    const auto scales = affine_scales(tensor.values(), *grouping, bits);
    const auto codes = affine_codes(tensor.values(), *grouping, scales, bits);
    const auto back = affine_numbers<Real>(codes, *grouping, scales);
    std::set<std::size_t> seen;
    for (std::int64_t group = 0; group < grouping->groups; ++group) {
      for (std::int64_t member = 0; member < grouping->size; ++member) {
        const std::size_t at = grouping->index(group, member);
        RC_ASSERT(seen.insert(at).second);
        const Real lost = std::abs(back[at] - tensor.values()[at]);
        const bool close = lost <= scales.scale[static_cast<std::size_t>(group)] * Real(0.5001) + Real(1e-6);
        RC_ASSERT(close);
      }
    }
  }));
}

}  // namespace kvtally::reference::affine_test
