#include <array>

#include "reference/storage/block.hpp"
#include "reference/storage/ggml.hpp"

// ggml's blocks of evenly spaced codes: scale, minimum where there is one, the fifth bits where there are some,
// then the codes' four lower bits.

namespace kvtally::reference {

namespace {

using namespace ggml;

// Scale: the largest magnitude ÷ 127. Codes: signed bytes, to nearest even as in ggml's vector code (its portable
// code rounds ties away from zero).
void pack_q8_0(std::span<const Real> numbers, std::span<std::byte> out) {
  const float scale = std::abs(signed_largest(numbers)) / 127;
  put_scale(out, 0, scale);
  for (std::size_t i = 0; i < kNumbers; ++i) {
    const float code = within(std::nearbyint(static_cast<float>(numbers[i]) * inverse(scale)), -127, 127);
    out[kScaleBytes + i] = static_cast<std::byte>(static_cast<std::int8_t>(code));
  }
}

void unpack_q8_0(std::span<const std::byte> in, std::span<Real> numbers) {
  const float scale = get_scale(in, 0);
  for (std::size_t i = 0; i < kNumbers; ++i) {
    const auto code = static_cast<std::int8_t>(in[kScaleBytes + i]);
    numbers[i] = static_cast<Real>(static_cast<float>(code) * scale);
  }
}

// Codes of 4 or 5 bits behind `Scales` scales; a bit array of fifth bits lies before the lower ones.
template <unsigned Bits, std::size_t Scales>
struct Codes {
  static constexpr std::size_t kFifth = Bits == 5 ? kNumbers / 8 : 0;
  static constexpr std::size_t kBytes = Scales * kScaleBytes + kFifth + kNumbers / 2;
  static constexpr float kMost = (1U << Bits) - 1U;

  // A tie goes to the upper code, as there.
  static void put(std::span<std::byte> block, std::size_t index, float code) {
    const auto whole = static_cast<std::uint32_t>(within(std::floor(code + 0.5F), 0, kMost));
    if constexpr (Bits == 5) {
      put_code(block.subspan(Scales * kScaleBytes), index, 1, whole >> 4U);
    }
    put_nibble(block.subspan(Scales * kScaleBytes + kFifth), index, whole);
  }
  static float get(std::span<const std::byte> block, std::size_t index) {
    std::uint32_t code = get_nibble(block.subspan(Scales * kScaleBytes + kFifth), index);
    if constexpr (Bits == 5) {
      code |= get_code(block.subspan(Scales * kScaleBytes), index, 1) << 4U;
    }
    return static_cast<float>(code);
  }
};

// Scale: the number of largest magnitude, with its sign, ÷ −2^(bits − 1), so that this number's code is 0. Code:
// number ÷ scale + 2^(bits − 1).
template <unsigned Bits>
struct Signed {
  using Layout = Codes<Bits, 1>;
  static constexpr float kMiddle = 1U << (Bits - 1);

  static void pack(std::span<const Real> numbers, std::span<std::byte> out) {
    const float scale = signed_largest(numbers) / -kMiddle;
    put_scale(out, 0, scale);
    for (std::size_t i = 0; i < kNumbers; ++i) {
      Layout::put(out, i, static_cast<float>(numbers[i]) * inverse(scale) + kMiddle);
    }
  }
  static void unpack(std::span<const std::byte> in, std::span<Real> numbers) {
    const float scale = get_scale(in, 0);
    for (std::size_t i = 0; i < kNumbers; ++i) {
      numbers[i] = static_cast<Real>((Layout::get(in, i) - kMiddle) * scale);
    }
  }
};

// Scale: (max − min) ÷ (2^bits − 1). Code: (number − min) ÷ scale.
template <unsigned Bits>
struct Affine {
  using Layout = Codes<Bits, 2>;

  static void pack(std::span<const Real> numbers, std::span<std::byte> out) {
    const auto [least, largest] = std::ranges::minmax(numbers);
    const auto minimum = static_cast<float>(least);
    const float scale = (static_cast<float>(largest) - minimum) / Layout::kMost;
    put_scale(out, 0, scale);
    put_scale(out, 1, minimum);
    for (std::size_t i = 0; i < kNumbers; ++i) {
      Layout::put(out, i, (static_cast<float>(numbers[i]) - minimum) * inverse(scale));
    }
  }
  static void unpack(std::span<const std::byte> in, std::span<Real> numbers) {
    const float scale = get_scale(in, 0);
    const float minimum = get_scale(in, 1);
    for (std::size_t i = 0; i < kNumbers; ++i) {
      numbers[i] = static_cast<Real>(Layout::get(in, i) * scale + minimum);
    }
  }
};

template <class Kind>
constexpr Block block(std::string_view name) {
  return {name, kNumbers, Kind::Layout::kBytes, Kind::pack, Kind::unpack};
}

constexpr std::array kGgmlBlocks{
    Block{"q8_0", kNumbers, kScaleBytes + kNumbers, pack_q8_0, unpack_q8_0},
    block<Affine<5>>("q5_1"),
    block<Signed<5>>("q5_0"),
    block<Affine<4>>("q4_1"),
    block<Signed<4>>("q4_0"),
};

}  // namespace

std::span<const Block> ggml_blocks() { return kGgmlBlocks; }

}  // namespace kvtally::reference
