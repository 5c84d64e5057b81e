#include <array>

#include "reference/storage/block.hpp"
#include "reference/storage/ggml.hpp"

// ggml's block of codes into a table that is denser near zero (quantize_row_iq4_nl_ref): an f16 scale, then codes
// of 4 bits.

namespace kvtally::reference {

namespace {

using namespace ggml;

constexpr std::array<float, 16> kTable{-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};
constexpr float kNothing = 1e-15F;  // a block whose numbers are all smaller is stored as zeros

// The nearest entry; the upper one of two equally near.
std::size_t nearest_entry(float number) {
  std::size_t entry = 0;
  while (entry + 1 < kTable.size() && number - kTable[entry] >= kTable[entry + 1] - number) {
    ++entry;
  }
  return entry;
}

// First scale: the number of largest magnitude, with its sign, ÷ −127, which gives the codes. The scale that is
// stored fits these codes best, by least squares weighted with the squares of the numbers.
void pack(std::span<const Real> numbers, std::span<std::byte> out) {
  const float largest = signed_largest(numbers);
  const bool nothing = std::abs(largest) < kNothing;
  const float by = nothing ? 0 : inverse(largest / kTable[0]);
  float products = 0;
  float squares = 0;
  for (std::size_t i = 0; i < kNumbers; ++i) {
    const auto number = static_cast<float>(numbers[i]);
    const std::size_t entry = nothing ? 0 : nearest_entry(number * by);
    put_nibble(out.subspan(kScaleBytes), i, static_cast<std::uint32_t>(entry));
    const float weight = number * number;
    products += weight * kTable[entry] * number;
    squares += weight * kTable[entry] * kTable[entry];
  }
  put_scale(out, 0, nothing ? 0 : products / squares);
}

void unpack(std::span<const std::byte> in, std::span<Real> numbers) {
  const float scale = get_scale(in, 0);
  for (std::size_t i = 0; i < kNumbers; ++i) {
    numbers[i] = static_cast<Real>(scale * kTable[get_nibble(in.subspan(kScaleBytes), i)]);
  }
}

constexpr std::array kIq4Blocks{Block{"iq4_nl", kNumbers, kScaleBytes + kNumbers / 2, pack, unpack}};

}  // namespace

std::span<const Block> iq4_nl_blocks() { return kIq4Blocks; }

}  // namespace kvtally::reference
