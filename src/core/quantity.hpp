#pragma once

#include <compare>

#include "core/wide.hpp"

namespace kvtally {

/// A whole number with its unit in the type. Quantities of one unit add and compare; a count scales one.
template <class Unit>
struct Quantity {
  Wide value = 0;

  friend constexpr auto operator<=>(Quantity, Quantity) = default;
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return {a.value + b.value}; }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return {a.value - b.value}; }
  friend constexpr Quantity operator*(Quantity a, Wide count) { return {a.value * count}; }
  friend constexpr Quantity operator*(Wide count, Quantity a) { return {a.value * count}; }
  constexpr Quantity& operator+=(Quantity other) {
    value += other.value;
    return *this;
  }
};

using Bytes = Quantity<struct BytesUnit>;
using Tokens = Quantity<struct TokensUnit>;
/// One multiplication and one addition together; a FLOP count is twice this.
using MultiplyAdds = Quantity<struct MultiplyAddsUnit>;

/// An exact fraction of a quantity, for slopes such as "one entry every 128 tokens". The denominator is positive.
template <class Q>
struct Fraction {
  Q numerator;
  Wide denominator = 1;

  constexpr bool whole() const { return numerator.value % denominator == 0; }
  constexpr Wide floor() const { return numerator.value / denominator; }
  constexpr double approximate() const {
    return static_cast<double>(numerator.value) / static_cast<double>(denominator);
  }
  friend constexpr bool operator==(Fraction a, Fraction b) {
    return a.numerator.value * b.denominator == b.numerator.value * a.denominator;
  }
  friend constexpr Fraction operator+(Fraction a, Fraction b) {
    const Wide common = common_divisor(a.denominator, b.denominator);
    const Wide scale = b.denominator / common;
    return {a.numerator * scale + b.numerator * (a.denominator / common), a.denominator * scale};
  }
};

}  // namespace kvtally
