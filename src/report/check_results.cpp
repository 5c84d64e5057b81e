#include "report/check_results.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/text.hpp"

namespace kvtally {

namespace {

using CheckState = CheckResult::State;

constexpr std::size_t kLongestCell = 28;

// Cut for a terminal; programs read the whole.
Cell short_cell(const std::string& text) {
  const std::vector<std::string_view> all = characters(text);
  std::string start;
  for (std::size_t i = 0; i < kLongestCell - 3 && all.size() > kLongestCell; ++i) {
    start += all[i];
  }
  return {start.empty() ? text : start + "...", text, {}, {}};
}

std::string_view state_word(CheckState state) {
  return state == CheckState::passed ? "passed" : state == CheckState::failed ? "FAILED" : "waiting";
}

// In the unit of what is expected; programs read the exact one.
Cell figure_cell(const CheckResult& result) {
  const bool refused = result.verdict.starts_with("refused");
  Cell out = short_cell(refused ? "refused" : result.readable.empty() ? result.actual : result.readable);
  out.raw = result.actual;
  return out;
}

std::string expected_text(const CheckResult& result) {
  if (result.equal == "error") {
    return "a refusal";
  }
  const bool plain = result.equal.empty() || result.equal == "exact" || result.equal == "text";
  return plain ? result.expected
               : fmt::format("{} ({})", result.expected, result.equal == "as printed" ? "rounded" : result.equal);
}

// How many results have each verdict, in the order of their first.
std::string verdicts(const CheckReport& report) {
  std::vector<std::pair<std::string, int>> found;
  for (const CheckResult& result : report.results) {
    const auto known = std::ranges::find(found, result.verdict, &std::pair<std::string, int>::first);
    if (known == found.end()) {
      found.emplace_back(result.verdict, 1);
    } else {
      ++known->second;
    }
  }
  std::string out;
  for (const auto& [verdict, count] : found) {
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, verdict);
  }
  return out;
}

bool of_claims(const CheckReport& report) {
  return std::ranges::any_of(report.results, [](const CheckResult& r) { return !r.source.empty(); });
}

}  // namespace

std::size_t count_of(const CheckReport& report, CheckState state) {
  return static_cast<std::size_t>(std::ranges::count(report.results, state, &CheckResult::state));
}

std::string counts_of(const CheckReport& report) {
  const std::size_t waiting = count_of(report, CheckState::waiting);
  return fmt::format("{} {}: {} passed, {} failed{}", report.results.size(),
                     report.results.size() == 1 ? "check" : "checks", count_of(report, CheckState::passed),
                     count_of(report, CheckState::failed),
                     waiting == 0 ? std::string() : fmt::format(", {} waiting", waiting));
}

std::string explanation_of(const CheckResult& result) {
  std::string out = result.state == CheckState::failed ? result.why : "";
  for (const std::string& cause : result.causes) {
    out += fmt::format("{}{} as if {}", out.empty() ? "" : "\n", result.printed ? "printed" : "expected", cause);
  }
  return out;
}

Table table_of(const CheckReport& report) {
  const bool claims = of_claims(report);
  Table table;
  table.title = report.title;
  table.columns = {{"id", "Check", Align::left, kEverywhere, false}};
  if (claims) {
    table.columns.push_back({"printed", "Printed", Align::right, kEverywhere, false});
  }
  // Beside what is printed it only takes room.
  const auto shown = static_cast<std::uint8_t>(claims ? kEverywhere & ~kTerminal : kEverywhere);
  table.columns.push_back({"expected", "Expected", Align::right, shown, false});
  table.columns.push_back({"actual", "Actual", Align::right, kEverywhere, false});
  table.columns.push_back({"verdict", "Verdict", Align::left, kEverywhere, false});
  table.columns.push_back({"result", "Result", Align::left, kEverywhere, false});
  const bool off =
      std::ranges::any_of(report.results, [](const CheckResult& r) { return !explanation_of(r).empty(); });
  if (off) {
    table.columns.push_back({"why", "What is off", Align::left, kEverywhere, true});
  }
  for (const CheckResult& r : report.results) {
    std::vector<Cell> row{text_cell(r.id)};
    if (claims) {
      row.push_back(short_cell(r.printed.value_or("")));
    }
    row.insert(row.end(), {text_cell(expected_text(r)), figure_cell(r), text_cell(r.verdict),
                           text_cell(std::string(state_word(r.state)))});
    if (off) {
      row.push_back(text_cell(explanation_of(r)));
    }
    table.rows.push_back(std::move(row));
  }
  if (claims) {
    table.footer.push_back(verdicts(report));
  }
  table.footer.push_back(counts_of(report));
  return table;
}

Table details_of(const CheckReport& report) {
  Table table;
  for (const auto& [key, title] : std::vector<std::pair<std::string, std::string>>{{"id", "Check"},
                                                                                   {"result", "Result"},
                                                                                   {"verdict", "Verdict"},
                                                                                   {"printed", "Printed"},
                                                                                   {"expected", "Expected"},
                                                                                   {"equal", "Equal"},
                                                                                   {"actual", "Actual"},
                                                                                   {"why", "What is off"},
                                                                                   {"file", "File"},
                                                                                   {"line", "Line"},
                                                                                   {"source", "Source"},
                                                                                   {"text", "Text"},
                                                                                   {"note", "Note"}}) {
    table.columns.push_back({key, title, Align::left, kEverywhere, false});
  }
  for (const CheckResult& r : report.results) {
    table.rows.push_back({text_cell(r.id), text_cell(std::string(state_word(r.state))), text_cell(r.verdict),
                          text_cell(r.printed.value_or("")), text_cell(r.expected), text_cell(r.equal),
                          text_cell(r.actual), text_cell(r.why), text_cell(r.file),
                          text_cell(r.place.line == 0 ? "" : fmt::format("{}", r.place.line)), text_cell(r.source),
                          text_cell(r.text), text_cell(r.note)});
  }
  return table;
}

}  // namespace kvtally
