#pragma once

#include "report/explain_time.hpp"
#include "report/laid_out.hpp"

namespace kvtally::test {

inline DeviceQuestion device_question(const Placement& placement, std::int64_t users = 8, Wide context = 4096) {
  return {linked_device(), placement, demand_of(Tokens{context}), users, {}, {}};
}

inline DeviceExplanation explained_on(const std::string& id, const DeviceQuestion& question) {
  const Model model = model_of(id);
  const auto weights = weight_load_for(model, {});
  REQUIRE(weights);
  auto out = explain_on(model, *weights, question);
  REQUIRE(out);
  return *out;
}

inline const WorkedSection& section_of(const DeviceExplanation& explanation, std::string_view title) {
  for (const WorkedSection& section : explanation.sections) {
    if (section.title.starts_with(title)) {
      return section;
    }
  }
  FAIL("no section " << title);
  return explanation.sections.front();
}

inline const WorkedLine& line_of(const WorkedSection& section, std::string_view name) {
  for (const WorkedLine& line : section.lines) {
    if (line.name == name) {
      return line;
    }
  }
  FAIL("no line " << name);
  return section.lines.front();
}

}  // namespace kvtally::test
