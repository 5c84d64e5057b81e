#include <algorithm>
#include <array>
#include <cmath>

#include "reference/storage/bits.hpp"
#include "reference/storage/block.hpp"
#include "reference/storage/element.hpp"
#include "reference/storage/small_float.hpp"

// Blocks of E2M1 numbers (0, ½, 1, 1½, 2, 3, 4, 6) with one scale of a byte. The formats' documents leave the
// order of the bytes open; here the scale comes first, then two codes a byte, the first in the low half.
//
// mxfp4: 32 numbers, the scale a power of two (E8M0) by OCP's MX 1.0, section 6.3: 2^(⌊log2(largest magnitude)⌋ −
// 2). nvfp4: 16 numbers, the scale an fp8_e4m3, largest magnitude ÷ 6; the one f32 scale of a whole tensor is one.

namespace kvtally::reference {

namespace {

constexpr SmallFloat kE2m1{4, 1, 0, 7, 0, 0, true};
constexpr int kLargestExponent = 2;  // of E2M1: 6 = 1.5 · 2^2
constexpr int kBias = 127;           // of E8M0; code 255 is no number

double largest_magnitude(std::span<const Real> numbers) {
  double largest = 0;
  for (const Real number : numbers) {
    largest = std::max(largest, std::abs(static_cast<double>(number)));
  }
  return largest;
}

void put_codes(std::span<const Real> numbers, double scale, std::span<std::byte> out) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double number = scale > 0 ? static_cast<double>(numbers[i]) / scale : 0;
    put_code(out, i, 4, encode<kE2m1>(number));
  }
}

void get_codes(std::span<const std::byte> in, double scale, std::span<Real> numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<Real>(decode<kE2m1>(get_code(in, i, 4)) * scale);
  }
}

double power(std::byte code) { return std::ldexp(1, std::to_integer<int>(code) - kBias); }

void pack_mxfp4(std::span<const Real> numbers, std::span<std::byte> out) {
  const double largest =
      std::min(largest_magnitude(numbers), static_cast<double>(std::numeric_limits<float>::max()));
  const int exponent = largest > 0 ? std::ilogb(largest) - kLargestExponent : -kBias;
  out[0] = static_cast<std::byte>(std::max(exponent + kBias, 0));
  put_codes(numbers, power(out[0]), out.subspan(1));
}

void unpack_mxfp4(std::span<const std::byte> in, std::span<Real> numbers) {
  get_codes(in.subspan(1), power(in[0]), numbers);
}

const Element& e4m3() {
  static const Element& element = *find_element("fp8_e4m3");
  return element;
}

void pack_nvfp4(std::span<const Real> numbers, std::span<std::byte> out) {
  const std::uint32_t code = e4m3().encode(largest_magnitude(numbers) / 6);
  out[0] = static_cast<std::byte>(code);
  put_codes(numbers, e4m3().decode(code), out.subspan(1));
}

void unpack_nvfp4(std::span<const std::byte> in, std::span<Real> numbers) {
  get_codes(in.subspan(1), e4m3().decode(std::to_integer<std::uint32_t>(in[0])), numbers);
}

constexpr std::array kFp4Blocks{
    Block{"mxfp4", 32, 17, pack_mxfp4, unpack_mxfp4},
    Block{"nvfp4", 16, 9, pack_nvfp4, unpack_nvfp4},
};

}  // namespace

std::span<const Block> fp4_blocks() { return kFp4Blocks; }

}  // namespace kvtally::reference
