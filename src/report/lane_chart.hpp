#pragma once

#include <string>
#include <vector>

#include "report/kind_family.hpp"

namespace kvtally {

/// Something at a month, in a lane.
struct LaneMark {
  int month = 0;      // months since January of year 0: 12 × year + month − 1
  std::string name;   // written beside it
  std::string fresh;  // what is new with it: written in bold behind the name, and a ring; may be empty
  std::string words;  // of who points at it
  KindFamily family = KindFamily::plain;
};

struct Lane {
  std::string name;
  std::vector<LaneMark> marks;  // in order of time
};

/// What a colour stands for.
struct LaneKey {
  KindFamily family = KindFamily::plain;
  std::string name;
};

/// Lanes over time, one below the other; a lane has as many rows as its names need to stand apart.
struct LaneChart {
  std::string id;
  std::string title;
  std::string description;
  std::vector<Lane> lanes;
  std::vector<LaneKey> keys;  // in a line below
  std::vector<std::string> notes;
};

/// As write_svg of a Chart.
std::string write_svg(const LaneChart& chart);

}  // namespace kvtally
