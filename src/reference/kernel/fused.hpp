#pragma once

#include "reference/kernel/kernel.hpp"
#include "reference/kernel/online_softmax.hpp"
#include "reference/kernel/tiles.hpp"

namespace kvtally::reference {

/// Which queries go through the keys together: the tokens [begin, end) of `query` for all query heads of one key
/// head.
struct QueryTile {
  std::int64_t batch = 0;
  std::int64_t key_head = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// The inside of a fused kernel: one tile of queries over tiles of keys, one after the other. Of a tile of keys a
/// row is loaded once for all these queries, and only when one of them sees it; a masked pair is not multiplied; a
/// tile that none sees is skipped. The scores of one tile are the largest tensor: the running sums, one a query,
/// are what a real kernel keeps in registers.
class FusedTile {
 public:
  /// Positions are counted from `origin` on, the first token of the queries' sequence.
  FusedTile(const AttentionInput& input, const QueryTile& queries, std::int64_t origin);

  void take(const Tile& keys);
  /// Writes the rows of these queries into the kernel's output.
  void finish(Tensor& output);

 private:
  struct Query {
    std::int64_t token;
    Pair pair;
  };
  bool score(std::int64_t slot, std::size_t column);
  std::span<const Real> value_of(std::int64_t slot);

  const AttentionInput& input_;
  QueryTile queries_;
  std::int64_t origin_;
  std::vector<Query> rows_;
  std::vector<OnlineSoftmax> softmax_;  // of each row
  std::vector<Real> scores_;            // [slots of the tile, rows]
};

/// An output of zeros, [batch, query heads, tokens, value dim].
Tensor output_of(const AttentionInput& input);

}  // namespace kvtally::reference
