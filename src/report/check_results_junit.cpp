#include <fmt/format.h>

#include "report/check_results.hpp"
#include "report/xml_text.hpp"

namespace kvtally {

namespace {

using CheckState = CheckResult::State;

std::string message_of(const CheckResult& result) {
  return fmt::format("expected {}, actual {}: {}", result.expected, result.actual, result.verdict);
}

std::string case_of(const CheckResult& r) {
  const std::string line = r.place.line == 0 ? "" : fmt::format(" line=\"{}\"", r.place.line);
  const std::string head = fmt::format("    <testcase classname=\"{}\" name=\"{}\" file=\"{}\"{} time=\"0\"",
                                       xml(r.file), xml(r.id), xml(r.file), line);
  switch (r.state) {
    case CheckState::passed: return head + "/>\n";
    case CheckState::waiting:
      return head + fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n", xml(r.verdict));
    case CheckState::failed: break;
  }
  return head + fmt::format(">\n      <failure message=\"{}\" type=\"{}\">{}</failure>\n    </testcase>\n",
                            xml(message_of(r)), xml(r.verdict), xml(explanation_of(r)));
}

}  // namespace

std::string junit_of(const CheckReport& report) {
  const std::string counts =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\"", report.results.size(),
                  count_of(report, CheckState::failed), count_of(report, CheckState::waiting));
  const std::string title = xml(report.title.empty() ? "kvtally check" : report.title);
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"kvtally\" {}>\n"
      "  <testsuite name=\"{}\" {} time=\"0\">\n",
      counts, title, counts);
  for (const CheckResult& result : report.results) {
    out += case_of(result);
  }
  return out + "  </testsuite>\n</testsuites>\n";
}

}  // namespace kvtally
