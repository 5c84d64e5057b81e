#pragma once

#include "reference/kernel/kernel.hpp"

namespace kvtally::reference {

/// Tokens of a tile of keys. Tiles start at token 0, not at the first slot, so that it does not matter which
/// tokens a container has dropped.
inline constexpr std::int64_t kKeyTile = 16;

/// Queries that go through the keys together, those of all heads of a group counted: ⌊64 ÷ group⌋ tokens, at least
/// one (FlashAttention's packing of grouped queries).
inline constexpr std::int64_t kQueryRows = 64;

/// Several sequences one behind the other without padding, as FlashAttention's flash_attn_varlen_func: sequence i
/// is the tokens [boundaries[i], boundaries[i + 1]) of the queries and of the keys. Each is computed as if it were
/// alone, bit for bit: mask and bias get positions counted from its own first token, and no key of another is
/// looked at.
Attended streaming_packed(const AttentionInput& input, std::span<const std::int64_t> boundaries);

}  // namespace kvtally::reference
