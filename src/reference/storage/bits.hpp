#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace kvtally::reference {

/// Writes code number `index` of codes of `bits` bits (at most 32) that lie one behind the other, the lowest bit
/// first: of two 4-bit codes in a byte the first is the low half, and codes of whole bytes are little-endian.
inline void put_code(std::span<std::byte> bytes, std::size_t index, unsigned bits, std::uint32_t code) {
  std::size_t at = index * bits;
  for (unsigned left = bits; left > 0;) {
    const unsigned offset = static_cast<unsigned>(at % 8);
    const unsigned here = std::min(left, 8 - offset);
    const unsigned mask = ((1U << here) - 1U) << offset;
    std::byte& byte = bytes[at / 8];
    byte = (byte & static_cast<std::byte>(~mask)) | static_cast<std::byte>((code << offset) & mask);
    code >>= here;
    at += here;
    left -= here;
  }
}

/// The code that put_code wrote.
inline std::uint32_t get_code(std::span<const std::byte> bytes, std::size_t index, unsigned bits) {
  std::size_t at = index * bits;
  std::uint32_t code = 0;
  for (unsigned done = 0; done < bits;) {
    const unsigned offset = static_cast<unsigned>(at % 8);
    const unsigned here = std::min(bits - done, 8 - offset);
    const std::uint32_t part = (std::to_integer<std::uint32_t>(bytes[at / 8]) >> offset) & ((1U << here) - 1U);
    code |= part << done;
    at += here;
    done += here;
  }
  return code;
}

}  // namespace kvtally::reference
