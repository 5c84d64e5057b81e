#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/model.hpp"

namespace kvtally {

/// What an input may hold. With these bounds no sum of the account can leave 128 bits:
/// 2^36 elements a row × 4 bytes × 2^8 rows × 2^40 tokens × 2^16 layers × 2^24 requests is 2^126.
namespace limits {
inline constexpr std::int64_t kDimension = (std::int64_t{1} << 31) - 1;
inline constexpr std::int64_t kElements = std::int64_t{1} << 36;  // of a row, a state, heads × width
inline constexpr std::int64_t kPoolingRate = 4096;
inline constexpr std::int64_t kPeriod = std::int64_t{1} << 24;  // the least common multiple of a model's rates
inline constexpr std::int64_t kLayers = (std::int64_t{1} << 16) - 1;
inline constexpr std::int64_t kTokens = (std::int64_t{1} << 40) - 1;
inline constexpr std::int64_t kBatch = (std::int64_t{1} << 24) - 1;
}  // namespace limits

/// The first product of the layer's sizes that passes limits::kElements, as a sentence; nothing when all are
/// within.
std::optional<std::string> beyond_limits(const Layer& layer);

}  // namespace kvtally
