#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include "check/figure.hpp"

namespace kvtally {

namespace {

std::string named(const Amount& amount) { return amount.unit.empty() ? "a plain number" : amount.unit; }

std::optional<std::vector<Amount>> numbers(const Ask& ask) {
  const auto values = ask.values("of");
  if (!values) {
    return std::nullopt;
  }
  std::vector<Amount> out;
  for (const Value& value : *values) {
    if (const auto* amount = std::get_if<Amount>(&value)) {
      out.push_back(*amount);
    } else {
      return ask.refuse(fmt::format("'{}' is no number", print_value(value)));
    }
  }
  return out;
}

// Units that do not cancel: the document must say what the result is counted in.
std::optional<Value> in_unit(const Ask& ask, Amount amount, bool clear, const std::string& units) {
  const auto unit = ask.fields().text("unit");
  if (!unit && !clear) {
    return ask.refuse(fmt::format("the result of {} needs a unit", units), "unit: bytes, or another");
  }
  if (!unit) {
    return amount;
  }
  const auto scale = parse_amount("1 " + *unit);
  if (!scale) {
    ask.fields().report(ask.fields().find("unit")->place, scale.error());
    return std::nullopt;
  }
  amount.unit = scale->amount.unit;
  return product(amount, scale->amount);
}

std::optional<Value> sum_of(const Ask& ask) {
  const auto operands = numbers(ask);
  if (!operands) {
    return std::nullopt;
  }
  Amount out = operands->front();
  for (std::size_t i = 1; i < operands->size(); ++i) {
    if (operands->at(i).unit != out.unit) {
      return ask.refuse(fmt::format("{} and {} have no sum", named(out), named(operands->at(i))));
    }
    out = sum(out, operands->at(i));
  }
  return out;
}

std::optional<Value> product_of(const Ask& ask) {
  const auto operands = numbers(ask);
  if (!operands) {
    return std::nullopt;
  }
  Amount out = whole(1);
  std::string units;
  int with_unit = 0;
  for (const Amount& operand : *operands) {
    out = product(out, operand);
    if (!operand.unit.empty()) {
      ++with_unit;
      units += (units.empty() ? "" : " times ") + operand.unit;
      out.unit = operand.unit;
    }
  }
  return in_unit(ask, out, with_unit < 2, units);
}

std::optional<Value> difference_of(const Ask& ask) {
  const auto of = ask.number("of");
  const auto less = ask.number("less");
  if (!of || !less) {
    return std::nullopt;
  }
  return of->unit == less->unit
             ? std::optional<Value>(difference(*of, *less))
             : ask.refuse(fmt::format("{} and {} have no difference", named(*of), named(*less)));
}

std::optional<Value> ratio_of(const Ask& ask) {
  const auto of = ask.number("of");
  const auto to = ask.number("to");
  if (!of || !to) {
    return std::nullopt;
  }
  if (compare(*to, whole(0)) == 0) {
    return ask.refuse("a ratio to 0");
  }
  Amount out = quotient(*of, *to);
  const bool clear = of->unit == to->unit || to->unit.empty();
  out.unit = of->unit == to->unit ? "" : of->unit;
  return in_unit(ask, out, clear, of->unit + " over " + to->unit);
}

std::optional<Value> floor_of(const Ask& ask) {
  const auto of = ask.number("of");
  if (!of || of->approximate || of->numerator < 0) {
    return of ? ask.refuse("only an exact number of at least 0 can be rounded down") : std::nullopt;
  }
  return whole(of->numerator / of->denominator, of->unit);
}

std::optional<Value> square_root_of(const Ask& ask) {
  const auto of = ask.number("of");
  return of ? std::optional<Value>(approximately(std::sqrt(of->value()))) : std::nullopt;
}

// The mean of |cos| between a fixed direction and a random one in d dimensions: Γ(d/2) ÷ (√π Γ((d+1)/2)), which is
// 2/π for d = 2 and near √(2/(π d)) for large d.
std::optional<Value> mean_cosine(const Ask& ask) {
  const auto dimensions = ask.fields().integer("dimensions", 1, 1'000'000);
  if (!dimensions) {
    return ask.refuse("dimensions is missing or wrong");
  }
  const auto d = static_cast<double>(*dimensions);
  return approximately(std::exp(std::lgamma(d / 2) - std::lgamma((d + 1) / 2)) / std::sqrt(std::numbers::pi));
}

std::optional<Value> angle_of(const Ask& ask) {
  const auto cosine = ask.number("cosine");
  return cosine
             ? std::optional<Value>(approximately(std::acos(cosine->value()) * 180 / std::numbers::pi, "degrees"))
             : std::nullopt;
}

// Every r for which a unit of r + 1 layers fills the stack evenly: "0, 1, 3".
std::optional<Value> even_ratios(const Ask& ask) {
  const auto layers = ask.fields().integer("layers", 1, 65535);
  if (!layers) {
    return ask.refuse("layers is missing or wrong");
  }
  std::vector<std::int64_t> out;
  for (std::int64_t unit = 1; unit <= *layers; ++unit) {
    if (*layers % unit == 0) {
      out.push_back(unit - 1);
    }
  }
  return fmt::format("{}", fmt::join(out, ", "));
}

// Several figures as one text, their units left out: "17 / 24 / 3".
std::optional<Value> list_of(const Ask& ask) {
  const auto values = ask.values("of");
  if (!values) {
    return std::nullopt;
  }
  std::vector<std::string> out;
  for (Value value : *values) {
    if (auto* amount = std::get_if<Amount>(&value)) {
      amount->unit.clear();
    }
    out.push_back(print_value(value));
  }
  return fmt::format("{}", fmt::join(out, " / "));
}

}  // namespace

std::span<const FigureKind> arithmetic_figures() {
  static const std::array kFigures{
      FigureKind{"sum", {"of"}, sum_of},
      FigureKind{"difference", {"of", "less"}, difference_of},
      FigureKind{"product", {"of", "unit"}, product_of},
      FigureKind{"ratio", {"of", "to", "unit"}, ratio_of},
      FigureKind{"floor", {"of"}, floor_of},
      FigureKind{"square_root", {"of"}, square_root_of},
      FigureKind{"mean_cosine", {"dimensions"}, mean_cosine},
      FigureKind{"angle", {"cosine"}, angle_of},
      FigureKind{"even_ratios", {"layers"}, even_ratios},
      FigureKind{"list", {"of"}, list_of},
  };
  return kFigures;
}

}  // namespace kvtally
