#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "reference/storage/codec.hpp"

namespace kvtally::reference {

/// A format that stores so many numbers together, with what scales them.
struct Block {
  std::string_view name;
  std::int64_t numbers;
  std::int64_t bytes;
  void (*pack)(std::span<const Real> numbers, std::span<std::byte> out);
  void (*unpack)(std::span<const std::byte> in, std::span<Real> numbers);
};

/// mxfp4, nvfp4 (fp4_blocks.cpp).
std::span<const Block> fp4_blocks();
/// q8_0, q5_1, q5_0, q4_1, q4_0 (ggml_blocks.cpp).
std::span<const Block> ggml_blocks();
/// iq4_nl (iq4_nl.cpp).
std::span<const Block> iq4_nl_blocks();

/// Rows of such blocks one behind the other.
CodecPtr block_codec(const Block& block);

}  // namespace kvtally::reference
