#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "reference/storage/codec.hpp"

namespace kvtally::reference {

/// A format that stores each number by itself, as a code of a few bits.
struct Element {
  std::string_view name;
  unsigned bits;
  double largest;  // the largest number that it holds
  bool integer;
  std::uint32_t (*encode)(double);  // to the nearest; of two equally near, to the even code
  double (*decode)(std::uint32_t);

  /// The number as it comes back from being stored.
  double stored(double number) const { return decode(encode(number)); }
};

/// f32, f16, bf16 (floats.cpp).
std::span<const Element> float_elements();
/// fp8_e4m3, fp8_e5m2 (fp8.cpp).
std::span<const Element> fp8_elements();
/// int8, int4, int3, int2 (integers.cpp).
std::span<const Element> integer_elements();

/// The format of that name, or spelling of the name as in model descriptions (float16, fp8 …); null where there is
/// none.
const Element* find_element(std::string_view name);

/// Rows of such codes one behind the other.
CodecPtr element_codec(const Element& element);

}  // namespace kvtally::reference
