#pragma once

#include <doctest/doctest.h>
#include <string_view>

#include "core/wide.hpp"

/// A pocket calculator: it knows nothing of the program, and works out the numbers that an explanation prints.
namespace kvtally::test {

/// A fraction, as a calculator's display before the last division.
struct Display {
  Wide numerator = 0;
  Wide denominator = 1;
  friend bool operator==(const Display& a, const Display& b) {
    return a.numerator * b.denominator == b.numerator * a.denominator;
  }
};

class Calculator {
 public:
  static Display result(std::string_view keys) {
    Calculator calculator(keys);
    const Display out = calculator.sum();
    CHECK_MESSAGE(calculator.keys_.empty(), "left over: " << calculator.keys_);
    return out;
  }

 private:
  explicit Calculator(std::string_view keys) : keys_(keys) {}

  bool take(std::string_view key) {
    if (!keys_.starts_with(key)) {
      return false;
    }
    keys_.remove_prefix(key.size());
    return true;
  }

  Display sum() {
    Display left = product();
    while (true) {
      if (take(" + ")) {
        left = added(left, product(), 1);
      } else if (take(" − ")) {
        left = added(left, product(), -1);
      } else {
        return left;
      }
    }
  }

  Display product() {
    Display left = single();
    while (true) {
      if (take(" × ")) {
        const Display right = single();
        left = {left.numerator * right.numerator, left.denominator * right.denominator};
      } else if (take(" ÷ ")) {
        const Display right = single();
        left = {left.numerator * right.denominator, left.denominator * right.numerator};
      } else if (take(" mod ")) {
        const Display right = single();
        REQUIRE(left.denominator == 1);
        left = {left.numerator % right.numerator, 1};
      } else {
        return left;
      }
    }
  }

  Display single() {
    if (take("(")) {
      const Display inner = sum();
      CHECK(take(")"));
      return inner;
    }
    if (take("⌊")) {
      const Display inner = sum();
      CHECK(take("⌋"));
      const Wide down = inner.numerator < 0 ? -((-inner.numerator + inner.denominator - 1) / inner.denominator)
                                            : inner.numerator / inner.denominator;
      return {down, 1};
    }
    if (const bool least = take("min("); least || take("max(")) {
      const Display a = sum();
      CHECK(take(", "));
      const Display b = sum();
      CHECK(take(")"));
      const bool a_is_less = a.numerator * b.denominator < b.numerator * a.denominator;
      return a_is_less == least ? a : b;
    }
    return digits();
  }

  // In groups of three: a comma belongs to the number when a digit follows.
  Display digits() {
    Wide value = 0;
    bool any = false;
    while (!keys_.empty() && (is_digit(0) || (keys_[0] == ',' && is_digit(1)))) {
      value = keys_[0] == ',' ? value : value * 10 + (keys_[0] - '0');
      any = true;
      keys_.remove_prefix(1);
    }
    CHECK_MESSAGE(any, "no number at: " << keys_);
    return {value, 1};
  }

  bool is_digit(std::size_t at) const { return at < keys_.size() && keys_[at] >= '0' && keys_[at] <= '9'; }

  static Display added(const Display& a, const Display& b, int sign) {
    return {a.numerator * b.denominator + sign * b.numerator * a.denominator, a.denominator * b.denominator};
  }

  std::string_view keys_;
};

}  // namespace kvtally::test
