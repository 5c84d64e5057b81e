#include "report/lane_layout.hpp"

#include <cmath>
#include <doctest/doctest.h>

#include "report/lanes.hpp"

namespace kvtally::lane_layout_test {

namespace {

TEST_CASE("the scale begins with a January and ends behind the last mark") {
  const LaneScale scale = scale_of(test::small_lanes(), 0, 250);
  CHECK(scale.first == 24240);  // 12 x 2020
  CHECK(scale.last == 24265);   // 24263 + 2
  CHECK(scale.at(24240) == 0);
  CHECK(scale.at(24265) == 250);
  CHECK(scale.at(24250) == 100);
  CHECK(scale_of({}, 0, 100).last == 12);
}

TEST_CASE("names share a row where there is room, and end at the left of a mark where there is none") {
  const LaneScale scale{24240, 24290, 0, 500};  // 10 px a month
  // 10 characters: 10 x 7.2 x 11 / 12 = 66 px beside a mark
  const Lane lane{"",
                  {{24240, "ABCDEFGHIJ", "", "", KindFamily::full},
                   {24245, "ABCDEFGHIJ", "", "", KindFamily::full},
                   {24251, "ABCDEFGHIJ", "", "", KindFamily::full},
                   {24288, "ABCDEFGHIJ", "", "", KindFamily::full}}};
  const auto placed = place(lane, scale);
  REQUIRE(placed.size() == 4);
  CHECK((placed[0].row == 0 && !placed[0].before));
  CHECK((placed[1].row == 1 && !placed[1].before));
  CHECK((placed[2].row == 0 && !placed[2].before));  // from 100 on, and the first ends at 76
  CHECK((placed[3].row == 0 && placed[3].before));
  CHECK(placed[3].x == 480);
}

TEST_CASE("no mark or name of any lane touches another") {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const LaneChart chart = test::random_lanes(random);
    const LaneScale scale = scale_of(chart, 24, 984);
    for (const Lane& lane : chart.lanes) {
      const auto placed = place(lane, scale);
      REQUIRE(placed.size() == lane.marks.size());
      const auto from = [&](std::size_t m) {
        return placed[m].x - kBesideMark - (placed[m].before ? text_width(lane.marks[m]) : 0);
      };
      const auto to = [&](std::size_t m) {
        return placed[m].x + kBesideMark + (placed[m].before ? 0 : text_width(lane.marks[m]));
      };
      for (std::size_t a = 0; a < placed.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
          CHECK((placed[a].row != placed[b].row || to(a) < from(b) || to(b) < from(a)));
        }
      }
    }
  }
}

}  // namespace

}  // namespace kvtally::lane_layout_test
