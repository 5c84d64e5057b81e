#include <algorithm>
#include <array>
#include <cmath>

#include "reference/storage/bits.hpp"
#include "reference/storage/block.hpp"
#include "reference/storage/element.hpp"

// Blocks of 32 numbers as in ggml (ggml-common.h, ggml-quants.c): an f16 scale, then the codes. All is computed in
// float, as there, so that the bytes are the same.

namespace kvtally::reference {

namespace {

constexpr std::size_t kNumbers = 32;
constexpr std::size_t kScaleBytes = 2;

const Element& f16() {
  static const Element& element = *find_element("f16");
  return element;
}

void put_scale(std::span<std::byte> out, float scale) {
  put_code(out, 0, f16().bits, f16().encode(static_cast<double>(scale)));
}

float get_scale(std::span<const std::byte> in) {
  return static_cast<float>(f16().decode(get_code(in, 0, f16().bits)));
}

// The codes are made with the scale as it was before it was rounded to f16.
float inverse(float scale) { return scale != 0 ? 1 / scale : 0; }

// A code within its ends. What is no number becomes 0: ggml leaves that undefined.
float within(float code, float least, float most) { return std::isnan(code) ? 0 : std::clamp(code, least, most); }

// Scale: the largest magnitude ÷ 127. Codes: signed bytes, to nearest even as in ggml's vector code (its portable
// code rounds ties away from zero).
void pack_q8_0(std::span<const Real> numbers, std::span<std::byte> out) {
  float largest = 0;
  for (const Real number : numbers) {
    largest = std::max(largest, std::abs(static_cast<float>(number)));
  }
  const float scale = largest / 127;
  put_scale(out, scale);
  const auto codes = out.subspan(kScaleBytes);
  for (std::size_t i = 0; i < kNumbers; ++i) {
    const float code = std::nearbyint(static_cast<float>(numbers[i]) * inverse(scale));
    codes[i] = static_cast<std::byte>(static_cast<std::int8_t>(within(code, -127, 127)));
  }
}

void unpack_q8_0(std::span<const std::byte> in, std::span<Real> numbers) {
  const float scale = get_scale(in);
  const auto codes = in.subspan(kScaleBytes);
  for (std::size_t i = 0; i < kNumbers; ++i) {
    const auto code = static_cast<std::int8_t>(codes[i]);
    numbers[i] = static_cast<Real>(static_cast<float>(code) * scale);
  }
}

// Scale: the number of largest magnitude, with its sign, ÷ −8, so that this number's code is 0. Codes: number ÷
// scale + 8 in 4 bits, a tie to the upper one, at most 15. Byte i holds the numbers i and 16 + i.
void pack_q4_0(std::span<const Real> numbers, std::span<std::byte> out) {
  float largest = 0;
  for (const Real number : numbers) {
    const auto value = static_cast<float>(number);
    largest = std::abs(value) > std::abs(largest) ? value : largest;
  }
  const float scale = largest / -8;
  put_scale(out, scale);
  const auto code_of = [&](std::size_t i) {
    const float code = std::floor(static_cast<float>(numbers[i]) * inverse(scale) + 8.5F);
    return static_cast<std::uint32_t>(within(code, 0, 15));
  };
  for (std::size_t i = 0; i < kNumbers / 2; ++i) {
    out[kScaleBytes + i] = static_cast<std::byte>(code_of(i) | code_of(kNumbers / 2 + i) << 4U);
  }
}

void unpack_q4_0(std::span<const std::byte> in, std::span<Real> numbers) {
  const float scale = get_scale(in);
  const auto number = [&](std::byte code) {
    return static_cast<Real>(static_cast<float>(std::to_integer<int>(code) - 8) * scale);
  };
  for (std::size_t i = 0; i < kNumbers / 2; ++i) {
    const std::byte pair = in[kScaleBytes + i];
    numbers[i] = number(pair & std::byte{0x0f});
    numbers[kNumbers / 2 + i] = number(pair >> 4U);
  }
}

constexpr std::array kBlocks{
    Block{"q8_0", kNumbers, kScaleBytes + kNumbers, pack_q8_0, unpack_q8_0},
    Block{"q4_0", kNumbers, kScaleBytes + kNumbers / 2, pack_q4_0, unpack_q4_0},
};

}  // namespace

std::span<const Block> ggml_blocks() { return kBlocks; }

}  // namespace kvtally::reference
