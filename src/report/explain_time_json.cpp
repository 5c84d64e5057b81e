#include "report/explain_time_json.hpp"

#include "report/layout_json.hpp"

namespace kvtally {

Json json_of(const DeviceExplanation& explanation) {
  Json out{{"device", explanation.device.id}, {"placement", json_of(explanation.placement)}};
  out["sections"] = Json::array();
  for (const WorkedSection& section : explanation.sections) {
    Json one{{"title", section.title}, {"sentence", section.sentence}, {"lines", Json::array()}};
    for (const WorkedLine& line : section.lines) {
      one["lines"].push_back(
          {{"name", line.name}, {"substituted", line.numbers}, {"value", line.amount}, {"unit", line.unit}});
    }
    out["sections"].push_back(std::move(one));
  }
  out["sources"] = Json::array();
  for (const DeviceFact& fact : explanation.facts) {
    out["sources"].push_back({{"key", fact.key}, {"value", fact.value}, {"where", fact.where}});
  }
  out["assumptions"] = explanation.assumptions;
  return out;
}

}  // namespace kvtally
