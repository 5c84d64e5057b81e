#include "reference/cache/block_manager.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace kvtally::reference {

BlockManager::BlockManager(std::int64_t blocks, std::int64_t block_size)
    : count_(blocks), block_size_(block_size), blank_(static_cast<std::size_t>(blocks)) {
  assert(blocks >= 0 && block_size > 0);
  std::iota(blank_.begin(), blank_.end(), BlockId{0});
}

std::int64_t BlockManager::free_blocks() const {
  return static_cast<std::int64_t>(blank_.size() + remembered_.size());
}

bool BlockManager::writable(BlockId id) const { return block(id).references == 1 && !block(id).hash; }

// Forgets no more than it must.
bool BlockManager::make_room(std::int64_t count) {
  if (free_blocks() < count) {
    return false;
  }
  while (static_cast<std::int64_t>(blank_.size()) < count) {
    const BlockId forgotten = remembered_.back();
    remembered_.pop_back();
    by_hash_.erase(*block(forgotten).hash);
    known_.erase(forgotten);
    blank_.push_back(forgotten);
  }
  return true;
}

std::optional<std::vector<BlockId>> BlockManager::allocate(std::int64_t count, std::optional<BlockId> parent,
                                                           Group group) {
  assert(count >= 0);
  if (!make_room(count)) {
    return std::nullopt;
  }
  std::vector<BlockId> taken(blank_.begin(), blank_.begin() + count);
  blank_.erase(blank_.begin(), blank_.begin() + count);
  for (const BlockId id : taken) {
    known_[id] = {.references = 1, .parent = parent, .hash = std::nullopt, .group = group};
    parent = id;
  }
  return taken;
}

// The source takes room child by child and leaves the first children's blocks behind when a later one finds none.
// Asking for all of it at once hands out the same blocks, for nothing is released in between.
std::optional<BlockManager::Fork> BlockManager::fork(std::span<const BlockId> table, std::int64_t shared,
                                                     std::int64_t children, Group group) {
  const auto both = table.first(static_cast<std::size_t>(shared));
  const auto apart = table.subspan(both.size());
  const auto each = static_cast<std::int64_t>(apart.size());
  assert(group.shareable || shared == 0);
  if (!make_room(each * children)) {
    return std::nullopt;
  }
  const std::optional<BlockId> parent = both.empty() ? std::nullopt : std::optional(both.back());
  Fork out;
  for (std::int64_t child = 0; child < children; ++child) {
    reference(both);
    const std::vector<BlockId> own = *allocate(each, parent, group);
    for (std::size_t i = 0; i < own.size(); ++i) {
      out.copies.push_back({apart[i], own[i]});
    }
    out.tables.emplace_back(both.begin(), both.end()).insert(out.tables.back().end(), own.begin(), own.end());
  }
  return out;
}

std::int64_t BlockManager::complete_blocks(std::span<const BlockId> table) const {
  while (!table.empty() && !block(table.back()).hash) {
    table = table.first(table.size() - 1);
  }
  return std::ssize(table);
}

void BlockManager::complete(std::int64_t count, std::vector<BlockId>& table, std::span<const TokenId> tokens) {
  auto at = static_cast<std::size_t>(complete_blocks(table));
  std::optional<BlockHash> hash = at > 0 ? block(table[at - 1]).hash : std::nullopt;
  const auto size = static_cast<std::size_t>(block_size_);
  for (const std::size_t end = std::min(table.size(), at + static_cast<std::size_t>(count)); at < end; ++at) {
    const BlockId own = table[at];
    hash = block_hash(hash, tokens.subspan(at * size, size), block(own).group.id);
    const auto [entry, unknown] = by_hash_.try_emplace(*hash, own);
    if (unknown) {
      known_.at(own).hash = hash;
      continue;
    }
    const BlockId equal = entry->second;
    reference({&equal, 1});
    release({&own, 1});
    table[at] = equal;
    if (at + 1 < table.size()) {
      known_.at(table[at + 1]).parent = equal;
    }
  }
}

std::vector<BlockId> BlockManager::match_prefix(std::span<const TokenId> tokens, Group group) {
  std::vector<BlockId> table;
  std::optional<BlockHash> hash;
  const auto size = static_cast<std::size_t>(block_size_);
  for (; tokens.size() >= size; tokens = tokens.subspan(size)) {
    hash = block_hash(hash, tokens.first(size), group.id);
    const auto equal = by_hash_.find(*hash);
    if (equal == by_hash_.end()) {
      break;
    }
    table.push_back(equal->second);
  }
  reference(table);
  return table;
}

void BlockManager::reference(std::span<const BlockId> table) {
  for (const BlockId id : table) {
    if (++known_.at(id).references == 1) {
      std::erase(remembered_, id);
    }
  }
}

void BlockManager::release(std::span<const BlockId> table) {
  for (const BlockId id : table) {
    KnownBlock& block = known_.at(id);
    assert(block.references > 0);
    if (--block.references > 0) {
      continue;
    }
    if (block.hash) {
      remembered_.push_back(id);
    } else {
      known_.erase(id);
      blank_.push_back(id);
    }
  }
}

}  // namespace kvtally::reference
