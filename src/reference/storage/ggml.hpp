#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "reference/storage/bits.hpp"
#include "reference/storage/element.hpp"

/// What ggml's blocks have in common (ggml-common.h, ggml-quants.c): 32 numbers, scales in f16, and all computed
/// in float, so that the bytes are the same as there.
namespace kvtally::reference::ggml {

inline constexpr std::size_t kNumbers = 32;
inline constexpr std::size_t kScaleBytes = 2;

inline const Element& f16() {
  static const Element& element = *find_element("f16");
  return element;
}

/// Scale number `index` of a block, counted in f16 from its beginning.
inline void put_scale(std::span<std::byte> block, std::size_t index, float scale) {
  put_code(block, index, f16().bits, f16().encode(static_cast<double>(scale)));
}
inline float get_scale(std::span<const std::byte> block, std::size_t index) {
  return static_cast<float>(f16().decode(get_code(block, index, f16().bits)));
}

/// What numbers are multiplied by to make codes: of the scale as it was before it was rounded to f16.
inline float inverse(float scale) { return scale != 0 ? 1 / scale : 0; }

/// A code within its ends. What is no number becomes 0: ggml leaves that undefined.
inline float within(float code, float least, float most) {
  return std::isnan(code) ? 0 : std::clamp(code, least, most);
}

/// The number of the largest magnitude, with its sign; the first of several.
inline float signed_largest(std::span<const Real> numbers) {
  float largest = 0;
  for (const Real number : numbers) {
    const auto value = static_cast<float>(number);
    largest = std::abs(value) > std::abs(largest) ? value : largest;
  }
  return largest;
}

/// The four lower bits of 32 codes in 16 bytes: byte i holds codes i and 16 + i.
inline void put_nibble(std::span<std::byte> bytes, std::size_t index, std::uint32_t code) {
  const std::size_t half = kNumbers / 2;
  put_code(bytes, 2 * (index % half) + index / half, 4, code);
}
inline std::uint32_t get_nibble(std::span<const std::byte> bytes, std::size_t index) {
  const std::size_t half = kNumbers / 2;
  return get_code(bytes, 2 * (index % half) + index / half, 4);
}

}  // namespace kvtally::reference::ggml
