#include <algorithm>
#include <cassert>

#include "reference/kernel/fused.hpp"

// Attention over chosen blocks of keys alone: the second half of NSA (arXiv 2502.11089, section 3.3.2), of
// MiniMax-M3's MSA and of Qwen's QSA, whose indexers choose. The query heads of a group read the same blocks, so
// that a block is loaded once for all of them; each query has a choice of its own, so queries share nothing.

namespace kvtally::reference {

namespace {

void attend_query(const AttentionInput& in, const QueryTile& query, std::span<const Tile> blocks, Tensor& output) {
  FusedTile tile(in, query, 0);
  std::int64_t read = 0;
  for (const std::int64_t index : in.choice->of(query.batch, query.key_head, query.begin)) {
    const auto block = std::ranges::lower_bound(blocks, index, {}, &Tile::index);
    if (block != blocks.end() && block->index == index) {
      tile.take(*block);
      ++read;
    }
  }
  in.counter.skipped_blocks(static_cast<std::int64_t>(blocks.size()) - read);
  tile.finish(output);
}

}  // namespace

Attended block_sparse(const AttentionInput& in) {
  assert(in.choice != nullptr);
  Tensor output = output_of(in);
  const std::vector<Tile> blocks = tiles_of(in.keys, in.choice->size);
  for (std::int64_t b = 0; b < in.query.size(0); ++b) {
    for (std::int64_t h = 0; h < in.keys.heads(); ++h) {
      for (std::int64_t t = 0; t < in.query.size(2); ++t) {
        attend_query(in, {b, h, t, t + 1}, blocks, output);
      }
    }
  }
  return {std::move(output), {}};
}

}  // namespace kvtally::reference
