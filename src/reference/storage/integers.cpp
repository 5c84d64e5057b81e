#include <algorithm>
#include <array>
#include <cmath>

#include "reference/storage/element.hpp"

// Plain integers in two's complement: the scale is one and is not stored. A number beyond the ends becomes the
// end, and what is no number becomes zero.

namespace kvtally::reference {

namespace {

template <unsigned Bits>
std::uint32_t encode(double number) {
  constexpr double kEnd = 1U << (Bits - 1);
  const double near = std::isnan(number) ? 0 : std::nearbyint(number);
  const auto whole = static_cast<std::int32_t>(std::clamp(near, -kEnd, kEnd - 1));
  return static_cast<std::uint32_t>(whole) & ((1U << Bits) - 1U);
}

template <unsigned Bits>
double decode(std::uint32_t code) {
  const auto whole = static_cast<std::int32_t>(code);
  return code < (1U << (Bits - 1)) ? whole : whole - (1 << Bits);
}

template <unsigned Bits>
constexpr Element integer(std::string_view name) {
  return {name, Bits, (1U << (Bits - 1)) - 1U, true, encode<Bits>, decode<Bits>};
}

constexpr std::array kIntegers{integer<8>("int8"), integer<4>("int4"), integer<3>("int3"), integer<2>("int2")};

}  // namespace

std::span<const Element> integer_elements() { return kIntegers; }

}  // namespace kvtally::reference
