#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace kvtally::reference {

/// A token's number in its vocabulary.
using TokenId = std::int32_t;

/// What stands for a full block's tokens and all tokens before them. 64 bits: equal prefixes have equal hashes,
/// and other ones equal hashes with probability 2⁻⁶⁴ a pair, which engines accept and so do we.
using BlockHash = std::uint64_t;

/// BLAKE2b with a digest of 8 bytes over the hash of the block before (8 bytes; left out for the first block), the
/// tokens (4 bytes each) and the number of the group of layers (4 bytes), all little-endian; the digest is read as
/// a little-endian number (transformers' continuous_batching/cache_manager.py, BlockManager.compute_hash, the form
/// that is equal in all processes).
BlockHash block_hash(std::optional<BlockHash> parent, std::span<const TokenId> tokens, std::uint32_t group);

}  // namespace kvtally::reference
