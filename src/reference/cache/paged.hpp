#pragma once

#include "reference/cache/block_manager.hpp"
#include "reference/cache/cache_layer.hpp"
#include "reference/cache/store.hpp"

namespace kvtally::reference {

/// A pool of physical blocks, in any of which any request's next tokens may lie: nothing is reserved ahead but the
/// rest of the last block, and what requests have in common is there once (vLLM, arXiv 2309.06180; transformers'
/// PagedAttentionCache, continuous_batching/cache.py). Attention gets the rows in the order of the tokens,
/// gathered through the request's page table, and never knows.
///
/// Each layer has its own pool and page tables. An engine keeps one table for all layers of a group, because they
/// would all choose the same; here each chooses for itself, which costs some integers and lets a layer know of no
/// other.
///
/// A block that several requests have, or that is complete, is never written: who writes on takes a copy first. A
/// fork makes its copies at once, as transformers does, and can say that there is no room; a pick and a crop
/// cannot fail, and their copies are made by the next update.
class PagedLayer : public CacheLayer {
 public:
  struct Pool {
    std::int64_t blocks = 0;
    std::int64_t block_size = 0;  // tokens
  };

  /// `group` is the number of the group of layers, which goes into the blocks' hashes.
  PagedLayer(Pool pool, CodecPtr keys, CodecPtr values, Counter& counter, std::uint32_t group = 0);

  /// Takes the blocks that the next `tokens` tokens of each request need, which are the next update's then. The
  /// error says how many are missing; then none has been taken. The first time, `requests` is the size of the
  /// batch to come.
  std::expected<void, std::string> reserve(std::int64_t tokens, std::int64_t requests = 1);
  /// `children` requests more at the end of the batch, equal to `request` up to now: full blocks are shared, one
  /// that isn't full is copied for each. What was reserved goes back. The error says that there is no room; then
  /// there are no new requests.
  std::expected<void, std::string> fork(std::int64_t request, std::int64_t children);
  /// Says which tokens the rows of each request are of, `tokens[request]` from the first token on: full blocks
  /// become complete, and of equal ones one is kept.
  void name_tokens(std::span<const std::vector<TokenId>> tokens);

  /// There must be room: reserve() says whether there is.
  KeyValues update(const Tensor& keys, const Tensor& values) override;
  KeyValues current() const override;
  std::int64_t length() const override { return length_; }
  /// What one request alone could have.
  std::optional<std::int64_t> maximum() const override { return pool_.blocks * pool_.block_size; }
  MaskSizes mask_sizes(std::int64_t tokens) const override { return {length() + tokens, 0}; }
  /// Whole blocks in use, so that what is empty in them counts too. The pool's buffers are there all the time.
  Footprint footprint() const override;
  void reset() override;
  void pick(std::span<const std::int64_t> requests) override;
  std::expected<void, std::string> crop(std::int64_t length) override;

  const BlockManager& manager() const { return manager_; }
  const std::vector<std::vector<BlockId>>& tables() const { return tables_; }

 private:
  std::int64_t place(const std::vector<BlockId>& table, std::int64_t position) const;
  bool open() const { return length_ % pool_.block_size != 0; }
  std::int64_t copies_to_make() const;
  void own_open_blocks();
  void copy_block(BlockId from, BlockId to);
  void trim();
  std::string no_room(std::int64_t needed) const;

  Pool pool_;
  Group group_;
  BlockManager manager_;
  std::vector<std::vector<BlockId>> tables_;  // of each request, its blocks in the order of its tokens
  std::int64_t length_ = 0;
  RowStore keys_;  // [1, heads, blocks × block size]
  RowStore values_;
};

}  // namespace kvtally::reference
