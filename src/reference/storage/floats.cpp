#include <array>
#include <bit>
#include <limits>

#include "reference/storage/element.hpp"
#include "reference/storage/small_float.hpp"

// IEEE 754's binary32 and binary16, and bf16: binary32 without the 16 lowest bits of its fraction. A number beyond
// the largest becomes infinity.

namespace kvtally::reference {

namespace {

constexpr SmallFloat kF16{16, 10, -14, 0x7bff, 0x7c00, 0x7e00, false};
constexpr SmallFloat kBf16{16, 7, -126, 0x7f7f, 0x7f80, 0x7fc0, false};

// The processor's own conversion rounds to nearest even.
std::uint32_t encode_f32(double number) { return std::bit_cast<std::uint32_t>(static_cast<float>(number)); }
double decode_f32(std::uint32_t code) { return static_cast<double>(std::bit_cast<float>(code)); }

// bf16 is the upper half of an f32.
double decode_bf16(std::uint32_t code) { return decode_f32(code << 16U); }

constexpr std::array kFloats{
    Element{"f32", 32, static_cast<double>(std::numeric_limits<float>::max()), false, encode_f32, decode_f32},
    Element{"f16", 16, 0x1.ffcp15, false, encode<kF16>, decode<kF16>},
    Element{"bf16", 16, 0x1.fep127, false, encode<kBf16>, decode_bf16},
};

}  // namespace

std::span<const Element> float_elements() { return kFloats; }

}  // namespace kvtally::reference
