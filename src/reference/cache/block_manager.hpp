#pragma once

#include <deque>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "reference/cache/block_hash.hpp"

namespace kvtally::reference {

/// A physical block's place in the pool, counted from 0.
using BlockId = std::int64_t;

/// Layers that use one page table. Blocks of a shareable group may belong to several requests, which takes that
/// its layers keep all tokens: a window's blocks are written over.
struct Group {
  std::uint32_t id = 0;
  bool shareable = true;
};

/// What is known of a block that is no blank one. It is complete when it has its hash: then all its rows are
/// written, and it is known which tokens they are of.
struct KnownBlock {
  std::int64_t references = 1;    // entries of page tables that name it
  std::optional<BlockId> parent;  // the block before it in its request
  std::optional<BlockHash> hash;
  Group group;
};

/// Who has which physical block: transformers' BlockManager (continuous_batching/cache_manager.py), integer for
/// integer. It holds no rows: containers keep the rows (cache/paged.hpp), and copy those it lists. A page table is
/// a list of blocks in the order of the tokens, kept by its owner. A block is
///   blank: free, nothing in it; taken first in, first out;
///   in use: as many references as entries of page tables;
///   remembered: complete but of no request any more; a request with the same prefix may take it up again, until
///   there are too few blank ones: then the newest remembered is forgotten first.
class BlockManager {
 public:
  /// `blocks` blocks of `block_size` tokens, all blank.
  BlockManager(std::int64_t blocks, std::int64_t block_size);

  /// A fork's page tables, and the rows that are to be copied before anyone writes.
  struct Copy {
    BlockId from = 0;
    BlockId to = 0;
    friend bool operator==(const Copy&, const Copy&) = default;
  };
  struct Fork {
    std::vector<std::vector<BlockId>> tables;
    std::vector<Copy> copies;
  };

  /// `count` blocks, one behind the other, the first behind `parent`; nothing, and nothing changed, where so many
  /// are not free.
  std::optional<std::vector<BlockId>> allocate(std::int64_t count, std::optional<BlockId> parent, Group group);
  /// Page tables of `children` that go on where `table` ends: its first `shared` blocks, which nobody may write
  /// any more, by reference, the rest as new blocks. Nothing, and nothing changed, where there is no room for all.
  std::optional<Fork> fork(std::span<const BlockId> table, std::int64_t shared, std::int64_t children,
                           Group group);
  /// How many blocks of the table, from its first on, are written in full: those up to its last complete one. A
  /// fork of a shareable group shares them.
  std::int64_t complete_blocks(std::span<const BlockId> table) const;
  /// Of the blocks behind the complete ones the first `count` are written in full; `tokens` are the request's,
  /// from its first on, as far as these blocks go. Where an equal block is known, the table takes that one and its
  /// own becomes blank.
  void complete(std::int64_t count, std::vector<BlockId>& table, std::span<const TokenId> tokens);
  /// The known blocks that hold the beginning of `tokens`, a reference each taken: a page table to begin with.
  std::vector<BlockId> match_prefix(std::span<const TokenId> tokens, Group group);
  /// One reference more to each of these, which are in use or remembered.
  void reference(std::span<const BlockId> table);
  /// One reference less to each; without any, a complete block is remembered and another becomes blank.
  void release(std::span<const BlockId> table);

  std::int64_t block_size() const { return block_size_; }
  /// Blank and remembered ones.
  std::int64_t free_blocks() const;
  std::int64_t blocks_in_use() const { return count_ - free_blocks(); }
  /// Of a block in use or remembered.
  const KnownBlock& block(BlockId id) const { return known_.at(id); }
  /// Whether its one owner may write into it.
  bool writable(BlockId id) const;

  // The whole state, to be looked at.
  const std::deque<BlockId>& blank() const { return blank_; }               // the next one first
  const std::vector<BlockId>& remembered() const { return remembered_; }    // in the order of release
  const std::map<BlockId, KnownBlock>& known() const { return known_; }     // in use and remembered
  const std::map<BlockHash, BlockId>& by_hash() const { return by_hash_; }  // the complete ones

 private:
  bool make_room(std::int64_t count);

  std::int64_t count_;
  std::int64_t block_size_;
  std::deque<BlockId> blank_;
  std::vector<BlockId> remembered_;
  std::map<BlockId, KnownBlock> known_;
  std::map<BlockHash, BlockId> by_hash_;
};

}  // namespace kvtally::reference
