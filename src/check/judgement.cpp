#include "check/judgement.hpp"

#include <fmt/format.h>

#include "check/agreement.hpp"

namespace kvtally {

namespace {

// Off by less is rounding on the way, or a sample.
constexpr int kRoundingPercent = 2;

// What is printed, as far as it can be compared with the figure: a number, or a text.
struct PrintedFigure {
  std::string text;
  std::optional<PrintedAmount> number;
};

bool same(const Value& value, const PrintedFigure& printed) {
  const auto* amount = std::get_if<Amount>(&value);
  return amount != nullptr ? printed.number && rounds_to(*amount, *printed.number)
                           : std::get<std::string>(value) == printed.text;
}

// Whether the printed figure bears the verdict out; a sentence where it does not.
std::string doubt(Verdict verdict, const Value& value, const PrintedFigure& printed) {
  const auto* amount = std::get_if<Amount>(&value);
  const std::string both = fmt::format("'{}' is printed, {} is computed", printed.text, print_value(value));
  const bool equal = same(value, printed);
  const auto near = [&] {
    return printed.number && within(*amount, printed.number->amount, whole(kRoundingPercent));
  };
  switch (verdict) {
    case Verdict::agrees:
    case Verdict::unit_mix: return equal ? "" : both + ": they do not agree";
    case Verdict::erratum: return equal ? both + ": they agree, so it is no erratum" : "";
    case Verdict::truncated:
      return !equal && amount != nullptr && printed.number && cuts_to(*amount, *printed.number)
                 ? ""
                 : both + ": it is not the figure cut off";
    case Verdict::rounding:
      return !equal && amount != nullptr && near() ? "" : both + ": it is not a matter of rounding";
    case Verdict::convention:
    case Verdict::not_in_text:
    case Verdict::stays_unknown:
    case Verdict::not_computable: return "";
  }
  return "";
}

std::string judged(const Claim& claim, const Value& value) {
  if (!claim.printed) {
    return "";
  }
  PrintedFigure printed{claim.reads.value_or(*claim.printed), std::nullopt};
  const auto number = parse_amount(printed.text);
  const auto* amount = std::get_if<Amount>(&value);
  if (number) {
    printed.number = *number;
  }
  const bool judged = claim.verdict != Verdict::convention && claim.verdict != Verdict::not_computable;
  if (judged && amount != nullptr && (!number || number->amount.unit != amount->unit)) {
    return fmt::format("'{}' cannot be compared with {}{}", printed.text, print_value(value),
                       number ? ": another unit" : ": " + number.error());
  }
  return doubt(claim.verdict, value, printed);
}

// A figure whose basis is not published must be refused, and for that reason.
std::string guess(const Expectation& figure, const std::optional<Value>& value, const Problems& problems) {
  if (value) {
    return fmt::format("it must stay unknown, {} is computed", print_value(*value));
  }
  const bool refused = problems.size() == 1 && problems[0].what == figure.expected;
  return refused ? "" : fmt::format("'{}' is expected to refuse it: {}", figure.expected, render(problems));
}

}  // namespace

Judgement judge(const Claim& claim, const Tree& tree, const FigureSources& sources) {
  Judgement out;
  std::vector<const Expectation*> figures{&claim.figure};
  for (const Expectation& further : claim.also) {
    figures.push_back(&further);
  }
  for (const Expectation* figure : figures) {
    Problems problems;
    const auto value = Ask(tree, *figure->what, sources, problems).compute();
    const bool main = figure == &claim.figure;
    if (main) {
      out.value = value;
    }
    if (claim.verdict == Verdict::stays_unknown && main) {
      if (std::string fault = guess(*figure, value, problems); !fault.empty()) {
        out.faults.push_back(std::move(fault));
      }
      continue;
    }
    if (!value) {
      out.faults.push_back(render(problems));
      continue;
    }
    if (!meets(*value, *figure)) {
      out.faults.push_back(fmt::format("{} is expected, {} is computed", figure->expected, print_value(*value)));
    }
    if (const std::string fault = main ? judged(claim, *value) : ""; !fault.empty()) {
      out.faults.push_back(fault);
    }
  }
  return out;
}

std::vector<std::string> faults_of(const Claim& claim, const Tree& tree, const FigureSources& sources) {
  return judge(claim, tree, sources).faults;
}

}  // namespace kvtally
