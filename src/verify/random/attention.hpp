#pragma once

#include "reference/layer/compressed_layer.hpp"
#include "verify/random/tensor.hpp"

namespace kvtally {

using Generator = std::mt19937_64;

// Sizes of the layers below, which are never equal where a mistake could hide.
inline constexpr std::int64_t kCompressedHidden = 12;
inline constexpr std::int64_t kCompressedHeads = 4;
inline constexpr std::int64_t kCompressedDim = 8;

/// A layer of DeepSeek-V4's with random weights, a window of 4 and entries of `rate` tokens: HCA, or CSA that
/// reads `chosen` entries. Of 8 channels a head, the last 4 turn.
reference::CompressedAttention random_attention(std::int64_t rate, std::optional<std::int64_t> chosen,
                                                Generator& generator);

}  // namespace kvtally
