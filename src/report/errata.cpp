#include <algorithm>
#include <fmt/format.h>
#include <functional>

#include "report/check_results.hpp"

namespace kvtally {

namespace {

using CheckState = CheckResult::State;
using Wanted = std::function<bool(const CheckResult&)>;

// The claims of a sort under a heading of their own; nothing where there are none.
std::string section(const CheckReport& report, const std::string& title, bool verdicts, const Wanted& wanted) {
  Table table;
  table.title = title;
  table.columns = {{"source", "Where", Align::left, kEverywhere, false},
                   {"text", "What is claimed", Align::left, kEverywhere, false},
                   {"printed", "Printed", Align::right, kEverywhere, false},
                   {"computed", "Computed", Align::right, kEverywhere, false}};
  if (verdicts) {
    table.columns.push_back({"verdict", "What it is", Align::left, kEverywhere, false});
  }
  table.columns.push_back({"note", "Why", Align::left, kEverywhere, false});
  for (const CheckResult& r : report.results) {
    if (!wanted(r)) {
      continue;
    }
    const std::string computed = r.readable.empty() ? r.actual : fmt::format("{} ({})", r.readable, r.actual);
    std::vector<Cell> row{text_cell(r.source), text_cell(r.text), text_cell(r.printed.value_or("")),
                          text_cell(computed)};
    if (verdicts) {
      row.push_back(text_cell(r.verdict));
    }
    row.push_back(text_cell(r.state == CheckState::failed ? r.why : r.note));
    table.rows.push_back(std::move(row));
  }
  return table.rows.empty() ? "" : write_markdown(table);
}

}  // namespace

std::string errata_of(const CheckReport& report) {
  const auto is = [](std::vector<std::string> words) -> Wanted {
    return [words = std::move(words)](const CheckResult& r) {
      return r.state == CheckState::passed && std::ranges::find(words, r.verdict) != words.end();
    };
  };
  const std::vector<std::string> parts{
      section(report, report.title + ": errata", false, is({"erratum"})),
      section(report, "Right but for rounding, unit or convention", true,
              is({"rounding", "truncated", "unit mix", "convention"})),
      section(report, "Not said in the text", false, is({"not in the text"})),
      section(report, "Not to be computed", true, is({"must stay unknown", "not computable"})),
      section(report, "Waiting for a part of the program", true,
              [](const CheckResult& r) { return r.state == CheckState::waiting; }),
      section(report, "Not as recorded", true, [](const CheckResult& r) { return r.state == CheckState::failed; }),
  };
  std::string out;
  for (const std::string& part : parts) {
    out += part.empty() || out.empty() ? part : "\n" + part;
  }
  const auto agree = std::ranges::count(report.results, "agrees", &CheckResult::verdict);
  return out + fmt::format("\n{} of {} figures are as printed.\n", agree, report.results.size());
}

}  // namespace kvtally
