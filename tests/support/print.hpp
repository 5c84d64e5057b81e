#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/quantity.hpp"

/// Failed checks print quantities and 128-bit numbers as digits.
namespace doctest {

template <>
struct StringMaker<kvtally::Wide> {
  static String convert(kvtally::Wide value) { return fmt::format("{}", value).c_str(); }
};

template <class Unit>
struct StringMaker<kvtally::Quantity<Unit>> {
  static String convert(kvtally::Quantity<Unit> quantity) { return fmt::format("{}", quantity.value).c_str(); }
};

template <class Q>
struct StringMaker<kvtally::Fraction<Q>> {
  static String convert(kvtally::Fraction<Q> fraction) {
    return fmt::format("{}/{}", fraction.numerator.value, fraction.denominator).c_str();
  }
};

}  // namespace doctest
