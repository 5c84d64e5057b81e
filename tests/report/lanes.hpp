#pragma once

#include <random>
#include <string>

#include "report/lane_chart.hpp"

/// Lane charts for tests.
namespace kvtally::test {

inline LaneChart small_lanes() {
  LaneChart out{"small", "A <small> \"lane\" & more", "Two lanes.", {}, {}, {"A note."}};
  out.lanes = {
      {"First",
       {{24240, "Old", "F", "Old: F x2", KindFamily::full}, {24252, "Next", "", "Next", KindFamily::latent}}},
      {"Second", {{24263, "Late", "S", "Late: S", KindFamily::window}}}};
  out.keys = {{KindFamily::full, "full"}, {KindFamily::window, "window"}};
  return out;
}

inline LaneChart random_lanes(std::mt19937& random) {
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  LaneChart out{"any", "Any", "Any.", {}, {}, {}};
  for (int lane = below(4); lane >= 0; --lane) {
    out.lanes.push_back({"Lane", {}});
    int month = 24000 + below(100);
    for (int mark = below(30); mark > 0; --mark) {
      month += below(5);
      out.lanes.back().marks.push_back({month, std::string(static_cast<std::size_t>(below(40)), 'M'),
                                        below(3) == 0 ? "NEW" : "", "words", KindFamily::state});
    }
  }
  return out;
}

}  // namespace kvtally::test
