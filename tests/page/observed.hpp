#pragma once

#include <string>
#include <vector>

#include "page/lecture.hpp"
#include "page/observation.hpp"

/// The lecture's observations in tests.
namespace kvtally::test {

inline Observation observed(const Lecture& lecture, Observation (*observe)(const Observing&)) {
  const PageSources sources = lecture.sources();
  for (const SectionRecipe& section : sources.recipe->sections) {
    if (section.kind == "observations") {
      const auto from = Observing::of(sources, section);
      REQUIRE(from.has_value());
      return observe(*from);
    }
  }
  FAIL("no observations");
  return {};
}

/// Each figure: "17 / 25 / 2 | 17 / 24 / 3 | false".
inline std::vector<std::string> figures(const Observation& observation) {
  std::vector<std::string> out;
  for (const ObservedFigure& one : observation.figures) {
    out.push_back(one.printed + " | " + one.computed + " | " + (one.holds ? "true" : "false"));
  }
  return out;
}

}  // namespace kvtally::test
