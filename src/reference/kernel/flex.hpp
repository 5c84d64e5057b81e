#pragma once

#include "reference/kernel/kernel.hpp"
#include "reference/kernel/tiles.hpp"

namespace kvtally::reference {

/// Queries and keys of a block (torch's default is 128).
inline constexpr std::int64_t kFlexBlock = 16;

/// What a block of queries × keys shows of the mask.
enum class BlockSight : std::uint8_t { skipped, partial, full };

/// The blocks of queries × keys of each head, as create_block_mask makes them of a mask function: the function is
/// asked once for each pair, and two bits are kept for kFlexBlock² of them. Blocks of keys start at token 0.
struct BlockMask {
  std::vector<Tile> keys;
  std::int64_t query_blocks = 0;
  std::vector<BlockSight> sights;  // [batch, query heads, blocks of queries, blocks of keys]
};

BlockMask block_mask(const AttentionInput& input);

}  // namespace kvtally::reference
