#include "report/verification.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/print.hpp"

namespace kvtally {

namespace {

struct Summary {
  std::string proof;
  std::size_t checks = 0;
  std::size_t failed = 0;
  std::optional<double> error;
  std::optional<double> bound;  // the one that the largest error comes nearest to, or passes
  std::string findings;         // of its experiments, one a line
};

std::string proof_of(const Check& check) { return check.name.substr(0, check.name.find('/')); }

// How much of its bound an error takes; an error with the bound 0 takes all or none.
double share(double error, double bound) {
  return error == 0 ? 0 : bound == 0 ? std::numeric_limits<double>::infinity() : error / bound;
}

void add_check(Summary& summary, const Check& check) {
  ++summary.checks;
  summary.failed += check.passed ? 0 : 1;
  if (!check.finding.empty()) {
    summary.findings += (summary.findings.empty() ? "" : "\n") + check.finding;
  }
  if (check.error &&
      (!summary.error || share(*check.error, *check.bound) > share(*summary.error, *summary.bound) ||
       (*summary.error == 0 && *check.bound > *summary.bound))) {
    summary.error = check.error;
    summary.bound = check.bound;
  }
}

std::vector<Summary> summaries(const std::vector<Check>& checks) {
  std::vector<Summary> out;
  for (const Check& check : checks) {
    const std::string proof = proof_of(check);
    if (out.empty() || out.back().proof != proof) {
      out.push_back({proof, 0, 0, {}, {}, {}});
    }
    add_check(out.back(), check);
  }
  return out;
}

std::string error_text(const std::optional<double>& error) {
  return !error ? "" : *error == 0 ? "0" : fmt::format("{:.1e}", *error);
}

std::string bound_text(const std::optional<double>& bound) {
  return !bound ? "" : *bound == 0 ? "same bits" : fmt::format("{:.1e}", *bound);
}

std::string count_text(const std::optional<Wide>& count) { return count ? print_grouped(*count) : ""; }

// "FAILED paged.fork/shared: expected 2 blocks, counted 3".
std::string failure_text(const Check& check) {
  if (check.expected && check.unit.empty()) {
    return fmt::format("FAILED {}", check.name);  // something that is not so
  }
  if (check.expected) {
    return fmt::format("FAILED {}: expected {} {}, counted {}", check.name, count_text(check.expected), check.unit,
                       count_text(check.counted));
  }
  return fmt::format("FAILED {}: error {}, bound {}", check.name, error_text(check.error),
                     bound_text(check.bound));
}

}  // namespace

bool passed(const std::vector<Check>& checks) { return std::ranges::all_of(checks, &Check::passed); }

Table table_of(const std::vector<Check>& checks) {
  Table table;
  table.columns = {{"proof", "Proof", Align::left, kEverywhere, false},
                   {"checks", "Checks", Align::right, kEverywhere, false},
                   {"error", "Largest error", Align::right, kEverywhere, false},
                   {"bound", "Bound", Align::right, kEverywhere, false},
                   {"result", "Result", Align::left, kEverywhere, false}};
  const bool experiments = !std::ranges::all_of(checks, &std::string::empty, &Check::finding);
  if (experiments) {
    table.columns.push_back({"findings", "Found", Align::left, kEverywhere, true});
  }
  for (const Summary& s : summaries(checks)) {
    table.rows.push_back({text_cell(s.proof), text_cell(fmt::format("{}", s.checks)),
                          text_cell(error_text(s.error)), text_cell(bound_text(s.bound)),
                          text_cell(s.failed == 0 ? "passed" : fmt::format("{} FAILED", s.failed))});
    if (experiments) {
      table.rows.back().push_back(text_cell(s.findings));
    }
  }
  for (const Check& check : checks) {
    if (!check.passed) {
      table.footer.push_back(failure_text(check));
    }
  }
  const auto good = static_cast<std::size_t>(std::ranges::count_if(checks, &Check::passed));
  table.footer.push_back(
      fmt::format("{} checks: {} passed, {} failed", checks.size(), good, checks.size() - good));
  return table;
}

Table details_of(const std::vector<Check>& checks) {
  Table table;
  table.columns = {{"name", "Check", Align::left, kEverywhere, false},
                   {"kind", "Kind", Align::left, kEverywhere, false},
                   {"expected", "Expected", Align::right, kEverywhere, false},
                   {"counted", "Counted", Align::right, kEverywhere, false},
                   {"unit", "Unit", Align::left, kEverywhere, false},
                   {"error", "Error", Align::right, kEverywhere, false},
                   {"bound", "Bound", Align::right, kEverywhere, false},
                   {"passed", "Passed", Align::left, kEverywhere, false}};
  const auto plain = [](const auto& number) { return number ? fmt::format("{}", *number) : std::string(); };
  for (const Check& c : checks) {
    table.rows.push_back({text_cell(c.name),
                          text_cell(c.kind),
                          {count_text(c.expected), plain(c.expected), {}, {}},
                          {count_text(c.counted), plain(c.counted), {}, {}},
                          text_cell(c.unit),
                          {error_text(c.error), plain(c.error), {}, {}},
                          {bound_text(c.bound), plain(c.bound), {}, {}},
                          text_cell(c.passed ? "yes" : "no")});
  }
  return table;
}

Table table_of(const std::vector<Proof>& proofs) {
  constexpr auto kBeside = static_cast<std::uint8_t>(kEverywhere & ~kTerminal);
  Table table;
  table.columns = {{"proof", "Proof", Align::left, kEverywhere, false},
                   {"kind", "Kind", Align::left, kEverywhere, false},
                   {"claim", "What is proved", Align::left, kBeside, false},
                   {"how", "How", Align::left, kBeside, false},
                   {"", "", Align::left, kTerminal, true}};
  for (const Proof& proof : proofs) {
    table.rows.push_back({text_cell(std::string(proof.id)), text_cell(std::string(proof.kind)),
                          text_cell(std::string(proof.claim)), text_cell(std::string(proof.how)),
                          text_cell(fmt::format("{}\nhow: {}", proof.claim, proof.how))});
  }
  const std::vector<std::string_view> unproved = unproved_kinds();
  table.notes = {
      unproved.empty()
          ? "The executor runs every kind of layer that 'kvtally kinds' lists and that keeps anything."
          : fmt::format("Not proved, because no executor runs them: the kinds {}.", fmt::join(unproved, ", ")),
      "Not proved for any kind: that a real engine allocates what a model needs, and that a kernel on a "
      "device reads each byte once."};
  return table;
}

}  // namespace kvtally
