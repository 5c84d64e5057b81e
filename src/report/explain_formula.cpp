#include "report/explain_formula.hpp"

#include <fmt/format.h>

#include "core/print.hpp"

namespace kvtally {

namespace {

using Binding = Formula::Binding;

std::string held(const std::string& text, Binding binding, Binding least) {
  return binding < least ? fmt::format("({})", text) : text;
}

// `left` and `right`: what an operand on that side must hold together at least.
Formula joined(const Formula& a, const Formula& b, std::string_view sign, Binding left, Binding right) {
  const auto join = [&](const std::string& x, const std::string& y) {
    return fmt::format("{} {} {}", held(x, a.binding, left), sign, held(y, b.binding, right));
  };
  return {join(a.symbols, b.symbols), join(a.numbers, b.numbers), 0, 1, left};
}

Formula called(const Formula& a, const Formula& b, std::string_view name, bool first) {
  Formula out{fmt::format("{}({}, {})", name, a.symbols, b.symbols),
              fmt::format("{}({}, {})", name, a.numbers, b.numbers), 0, 1, Binding::atom};
  out.numerator = first ? a.numerator : b.numerator;
  out.denominator = first ? a.denominator : b.denominator;
  return out;
}

Formula with_value(Formula formula, Wide numerator, Wide denominator) {
  const Wide divisor = common_divisor(numerator < 0 ? -numerator : numerator, denominator);
  formula.numerator = numerator / divisor;
  formula.denominator = denominator / divisor;
  return formula;
}

bool less(const Formula& a, const Formula& b) { return a.numerator * b.denominator < b.numerator * a.denominator; }

Wide floor_division(Wide a, Wide b) { return a >= 0 ? a / b : -ceil_div(-a, b); }

}  // namespace

Formula number(Wide value) { return {print_grouped(value), print_grouped(value), value, 1, Binding::atom}; }

Formula symbol(std::string name, Wide value) {
  return {std::move(name), print_grouped(value), value, 1, Binding::atom};
}

Formula operator+(const Formula& a, const Formula& b) {
  return with_value(joined(a, b, "+", Binding::sum, Binding::sum),
                    a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

Formula operator-(const Formula& a, const Formula& b) {
  return with_value(joined(a, b, "−", Binding::sum, Binding::product),
                    a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator);
}

Formula operator*(const Formula& a, const Formula& b) {
  return with_value(joined(a, b, "×", Binding::product, Binding::product), a.numerator * b.numerator,
                    a.denominator * b.denominator);
}

Formula operator/(const Formula& a, const Formula& b) {
  return with_value(joined(a, b, "÷", Binding::product, Binding::atom), a.numerator * b.denominator,
                    a.denominator * b.numerator);
}

Formula smaller(const Formula& a, const Formula& b) { return called(a, b, "min", !less(b, a)); }

Formula larger(const Formula& a, const Formula& b) { return called(a, b, "max", !less(a, b)); }

Formula floor_of(const Formula& a, const Formula& b) {
  const Formula ratio = a / b;
  return {fmt::format("⌊{}⌋", ratio.symbols), fmt::format("⌊{}⌋", ratio.numbers),
          floor_division(ratio.numerator, ratio.denominator), 1, Binding::atom};
}

Formula remainder_of(const Formula& a, const Formula& b) {
  Formula out = with_value(joined(a, b, "mod", Binding::atom, Binding::atom), a.numerator % b.numerator, 1);
  out.binding = Binding::modulo;
  return out;
}

std::string print_value(const Formula& formula) {
  constexpr Wide kThousand = 1000;
  const Wide rounded = (formula.numerator * kThousand * 2 + formula.denominator) / (formula.denominator * 2);
  std::string out = print_grouped(rounded / kThousand);
  if (rounded % kThousand != 0) {
    out += fmt::format(".{:03}", static_cast<int>(rounded % kThousand));
    out.erase(out.find_last_not_of('0') + 1);
  }
  return out;
}

}  // namespace kvtally
