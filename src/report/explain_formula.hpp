#pragma once

#include <cstdint>
#include <string>

#include "core/wide.hpp"

namespace kvtally {

/// A formula in symbols, the same with its numbers put in, and its value. The three are formed together, so that
/// what is printed cannot disagree with what was computed. Values are exact fractions.
struct Formula {
  /// How firmly the outermost operation holds its operands together; a weaker one is put in parentheses.
  enum class Binding : std::uint8_t { modulo, sum, product, atom };
  std::string symbols;
  std::string numbers;
  Wide numerator = 0;
  Wide denominator = 1;
  Binding binding = Binding::atom;

  bool whole() const { return denominator == 1; }
  friend bool operator==(const Formula&, const Formula&) = default;
};

/// A number that stands for itself.
Formula number(Wide value);
/// A value with a name; `name` must bind like one word.
Formula symbol(std::string name, Wide value);

Formula operator+(const Formula& a, const Formula& b);
Formula operator-(const Formula& a, const Formula& b);
Formula operator*(const Formula& a, const Formula& b);
Formula operator/(const Formula& a, const Formula& b);
Formula smaller(const Formula& a, const Formula& b);       // min(a, b)
Formula larger(const Formula& a, const Formula& b);        // max(a, b)
Formula floor_of(const Formula& a, const Formula& b);      // ⌊a ÷ b⌋, b > 0
Formula remainder_of(const Formula& a, const Formula& b);  // a mod b, a ≥ 0 and b > 0

/// The value in digits: "9,210,691,584", "10,403.25" (at most three decimals).
std::string print_value(const Formula& formula);

}  // namespace kvtally
