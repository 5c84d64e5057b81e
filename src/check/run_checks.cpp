#include "check/run_checks.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "check/diagnose.hpp"
#include "check/judgement.hpp"

namespace kvtally {

namespace {

using ResultState = CheckResult::State;

constexpr std::array<std::string_view, 6> kEqualityWords{"exact", "as printed", "within",
                                                         "text",  "at most",    "at least"};

std::string equality_of(const Expectation& figure) {
  const std::string word(kEqualityWords.at(static_cast<std::size_t>(figure.equality)));
  return figure.equality == Equality::within ? fmt::format("within {} %", print_amount(figure.percent)) : word;
}

// "2.500 GiB" without the zeros at the end.
std::string without_zeros(std::string text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  if (text.substr(0, end).contains('.')) {
    const std::size_t last = text.find_last_not_of('0', end - 1);
    const std::size_t keep = text[last] == '.' ? last : last + 1;
    text.erase(keep, end - keep);
  }
  return text;
}

// The figure in the unit and with two digits more than what is expected; empty where that says nothing new.
std::string readable(const Value& value, const std::string& expected) {
  const auto* amount = std::get_if<Amount>(&value);
  const std::string out = amount == nullptr ? "" : without_zeros(print_like(*amount, expected, 2));
  const std::string exact = print_value(value);
  return out == exact || out == exact + " x" ? "" : out;
}

void fail(CheckResult& result, std::string verdict, std::string why) {
  result.state = ResultState::failed;
  result.verdict = std::move(verdict);
  result.why = std::move(why);
}

// "8.62 GiB more, 2.002 times what is expected"
std::string gap(const Amount& actual, const Amount& expected, const std::string& written) {
  const bool above = compare(actual, expected) > 0;
  Amount by = above ? difference(actual, expected) : difference(expected, actual);
  by.unit = actual.unit;
  const std::string times = compare(expected, whole(0)) == 0 ? ""
                                                             : fmt::format(", {:.6g} times what is expected",
                                                                           actual.value() / expected.value());
  return fmt::format("{} {}{}", without_zeros(print_like(by, written, 2)), above ? "more" : "less", times);
}

void compare_figure(CheckResult& result, const Value& value, const Expectation& figure) {
  result.actual = print_value(value);
  result.readable = readable(value, figure.expected);
  if (meets(value, figure)) {
    result.verdict = "as expected";
    return;
  }
  const auto* amount = std::get_if<Amount>(&value);
  const auto expected = parse_amount(figure.expected);
  if (amount == nullptr || figure.equality == Equality::text || !expected) {
    fail(result, "another text", fmt::format("'{}' is computed", result.actual));
  } else if (amount->unit != expected->amount.unit) {
    fail(result, "another unit", fmt::format("the figure is {}", result.actual));
  } else if (compare(*amount, expected->amount) == 0) {
    fail(result, "not exact", "the figure is an approximation: 'equal: as printed' or 'within P %' compares it");
  } else {
    fail(result, compare(*amount, expected->amount) > 0 ? "above" : "below",
         gap(*amount, expected->amount, figure.expected));
  }
}

CheckResult run_check(const FileCheck& check, const Tree& tree, const FigureSources& sources, Problems& broken) {
  CheckResult out;
  out.id = check.id;
  out.file = tree.file();
  out.place = check.place;
  out.note = check.note;
  out.expected = check.error.value_or(check.figure.expected);
  out.equal = check.error ? "error" : equality_of(check.figure);
  Problems problems;
  const auto value = Ask(tree, *check.figure.what, sources, problems).compute();
  if (!value) {
    out.actual = message_of(problems);
    if (!check.error) {
      fail(out, "refused", out.actual);
    } else if (out.actual == *check.error) {
      out.verdict = "refused as expected";
    } else {
      fail(out, "refused otherwise", out.actual);
    }
    return out;
  }
  if (check.error) {
    out.actual = print_value(*value);
    fail(out, "not refused", fmt::format("{} is computed", out.actual));
    return out;
  }
  const auto expected = parse_amount(check.figure.expected);
  if (std::holds_alternative<Amount>(*value) && check.figure.equality != Equality::text && !expected) {
    broken.push_back(tree.problem(check.expected_place,
                                  fmt::format("expected is '{}': {}", check.figure.expected, expected.error()),
                                  "a number with its unit"));
  }
  compare_figure(out, *value, check.figure);
  return out;
}

CheckResult run_claim(const Claim& claim, const Tree& tree, const FigureSources& sources) {
  CheckResult out;
  out.id = claim.id;
  out.file = tree.file();
  out.place = claim.place;
  out.expected = claim.figure.expected;
  out.note = claim.note;
  out.source = claim.source;
  out.text = claim.text;
  out.printed = claim.printed;
  if (!claim.waits_for.empty()) {
    out.state = ResultState::waiting;
    out.verdict = claim.waits_for.starts_with("not ") ? claim.waits_for : "waits for " + claim.waits_for;
    return out;
  }
  const Judgement judgement = judge(claim, tree, sources);
  out.verdict = word_of(claim.verdict);
  if (judgement.value) {
    out.actual = print_value(*judgement.value);
    out.readable = readable(*judgement.value, claim.reads.value_or(claim.printed.value_or("")));
  } else {
    out.actual = "refused";
  }
  if (!judgement.faults.empty()) {
    fail(out, out.verdict, fmt::format("{}", fmt::join(judgement.faults, "; ")));
  }
  return out;
}

}  // namespace

std::string message_of(const Problems& problems) {
  std::string out;
  for (const Problem& problem : problems) {
    out += (out.empty() ? "" : "\n") + problem.what + (problem.expected.empty() ? "" : "; expected ") +
           problem.expected;
  }
  return out;
}

Expected<CheckReport> run_checks(const CheckFile& file, const Tree& tree, const FigureSources& sources,
                                 bool diagnosing) {
  CheckReport out;
  out.title = file.title;
  Problems broken;
  for (const FileCheck& check : file.checks) {
    out.results.push_back(run_check(check, tree, sources, broken));
    CheckResult& result = out.results.back();
    if (diagnosing && (result.verdict == "above" || result.verdict == "below")) {
      result.causes = diagnose(check, tree, sources);
    }
  }
  return broken.empty() ? Expected<CheckReport>(std::move(out)) : std::unexpected(std::move(broken));
}

CheckReport run_claims(const Claims& claims, const Tree& tree, const FigureSources& sources, bool diagnosing) {
  CheckReport out;
  out.title = claims.title;
  for (const Claim& claim : claims.claims) {
    out.results.push_back(run_claim(claim, tree, sources));
    if (diagnosing && claim.verdict == Verdict::erratum && claim.printed && claim.waits_for.empty()) {
      FileCheck printed;
      printed.figure.what = claim.figure.what;
      printed.figure.expected = claim.reads.value_or(*claim.printed);
      out.results.back().causes = diagnose(printed, tree, sources);
    }
  }
  return out;
}

}  // namespace kvtally
