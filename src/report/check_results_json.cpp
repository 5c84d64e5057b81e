#include "report/check_results.hpp"
#include "report/json.hpp"

namespace kvtally {

namespace {

using CheckState = CheckResult::State;

Json entry_of(const CheckResult& result) {
  Json out;
  out["id"] = result.id;
  out["passed"] = result.state == CheckState::waiting ? Json(nullptr) : Json(result.state == CheckState::passed);
  out["expected"] = result.expected;
  out["actual"] = text_or_null(result.actual);
  out["readable"] = text_or_null(result.readable);
  out["verdict"] = result.verdict;
  out["equal"] = text_or_null(result.equal);
  out["why"] = text_or_null(result.why);
  out["causes"] = result.causes;
  out["file"] = result.file;
  out["line"] = result.place.line == 0 ? Json(nullptr) : Json(result.place.line);
  out["note"] = text_or_null(result.note);
  if (!result.source.empty()) {
    out["source"] = result.source;
    out["text"] = result.text;
    out["printed"] = result.printed ? Json(*result.printed) : Json(nullptr);
  }
  return out;
}

}  // namespace

std::string json_of(const CheckReport& report) {
  Json out = document("check");
  out["results"] = Json::array();
  for (const CheckResult& result : report.results) {
    out["results"].push_back(entry_of(result));
  }
  out["passed"] = count_of(report, CheckState::passed);
  out["failed"] = count_of(report, CheckState::failed);
  out["waiting"] = count_of(report, CheckState::waiting);
  return print(out);
}

}  // namespace kvtally
