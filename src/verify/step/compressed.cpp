#include "reference/cache/compressed.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include "reference/kind/compressed_sparse.hpp"
#include "reference/kind/heavily_compressed.hpp"
#include "verify/random/filler.hpp"
#include "verify/step/steps.hpp"

// A window beside pooled entries, of which all are read (HCA) or those that an indexer chooses (CSA).

namespace kvtally {

namespace {

using namespace reference;  // NOLINT: the executor's names

// What a pool is made from and takes: rows of `dim`, one entry for `rate` tokens.
struct PoolFacts {
  std::int64_t rate = 1;
  std::int64_t dim = 1;
  bool overlapping = false;
  PoolFormats formats;

  std::int64_t width() const { return overlapping ? 2 * dim : dim; }
  PoolTokens token() const { return {filler({1, 1, 1, width()}), filler({1, 1, 1, width()})}; }
  Pooling pooling() const { return {.bias = Tensor({rate, width()}), .norm = filler({dim}), .rotary = {}}; }
};

PoolFacts facts_of(const kvtally::Row& entry, const Open& open) {
  return {.rate = open.every,
          .dim = entry.dim,
          .overlapping = open.overlap_blocks > 0,
          .formats = {codec(open.pending[0].format.name), codec(open.pending[1].format.name),
                      codec(entry.format.name)}};
}

// The layer's container and the tokens that go into it.
class CompressedStep {
 public:
  explicit CompressedStep(const Layer& layer)
      : window_(layer.memories[0]), pooled_(layer.memories[1]), pool_(facts_of(pooled_.entry[0], *pooled_.open)) {
    std::optional<Pool> index;
    if (pooled_.indexer) {
      index_ = facts_of(pooled_.indexer->key, *pooled_.indexer->open);
      index = empty(*index_, Kept::indexer);
    }
    cache_.add(std::make_unique<CompressedLayer>(window(), codec(window_.entry[0].format.name),
                                                 empty(pool_, Kept::entries), std::move(index), counter_));
  }

  // As many tokens as were seen before: rows of zeros, and entries that nothing was pooled for; how many there are
  // is the pool's doing.
  void fill(std::int64_t tokens) {
    constexpr std::int64_t kPiece = 256;
    for (std::int64_t left = tokens; left > 0; left -= kPiece) {
      const std::int64_t count = std::min(left, kPiece);
      memory().update(Tensor({1, 1, count, pool_.dim}), Tensor({1, 1, count, 0}));
      fill(memory().pool(), pool_, count);
      if (index_) {
        fill(memory().index(), *index_, count);
      }
    }
    counter_.take();
  }

  LayerStep compute() {
    const Means means{cache_, 0, kernel("streaming"), counter_};
    const SharedRowTokens tokens{filler({1, pooled_.scoring.query_heads, 1, pool_.dim}),
                                 filler({1, 1, 1, pool_.dim})};
    const Pooling pooling = pool_.pooling();
    if (index_) {
      const std::int64_t heads = pooled_.indexer->heads;
      const Pooling index_pooling = index_->pooling();
      const PooledIndex index{{filler({1, heads, 1, index_->dim}), filler({1, 1, heads})},
                              {index_->token(), index_pooling},
                              std::get<TopK>(pooled_.selection).count};
      compressed_sparse(means, tokens, {pool_.token(), pooling}, index, window(), {});
    } else {
      heavily_compressed(means, tokens, {pool_.token(), pooling}, window(), {});
    }
    return {cache_.footprint(), counter_.counts()};
  }

 private:
  Pool empty(const PoolFacts& facts, Kept kept) {
    return {facts.rate, facts.overlapping, facts.formats, counter_, kept};
  }
  static void fill(Pool& pool, const PoolFacts& facts, std::int64_t count) {
    const Tensor rows({1, 1, count, facts.width()});
    pool.take(rows, rows);
    pool.close(Tensor({1, 1, pool.complete(), facts.dim}));
  }
  CompressedLayer& memory() { return static_cast<CompressedLayer&>(cache_.layer(0)); }
  std::int64_t window() const { return std::get<Window>(window_.retention).size; }

  const Memory& window_;
  const Memory& pooled_;
  PoolFacts pool_;
  std::optional<PoolFacts> index_;
  Counter counter_;
  Cache cache_;
};

bool one_row(const Memory& memory) {
  return memory.entry.size() == 1 && memory.entry[0].role == Role::key_and_value && memory.entry[0].heads == 1;
}

// A row and a gate of each token, for entries of `every` tokens each.
bool gated(const std::optional<Open>& open, const Pooled& pooling) {
  return open && open->pending.size() == 2 && pooling.span == pooling.every && open->every == pooling.every;
}

bool indexed(const Memory& memory) {
  const auto& indexer = memory.indexer;
  return indexer && indexer->source == Indexer::Source::own && gated(indexer->open, indexer->pooling);
}

std::string why_no_compressed_step(const Layer& layer) {
  const bool shaped = layer.memories.size() == 2 && std::ranges::all_of(layer.memories, one_row);
  const auto* window = shaped ? std::get_if<Window>(&layer.memories[0].retention) : nullptr;
  const auto* pooled = shaped ? std::get_if<Pooled>(&layer.memories[1].retention) : nullptr;
  if (window == nullptr || window->first != 0 || pooled == nullptr) {
    return "it is no window beside pooled entries";
  }
  const Memory& memory = layer.memories[1];
  if (!gated(memory.open, *pooled) || std::holds_alternative<TopK>(memory.selection) != indexed(memory)) {
    return "its entries are pooled in a way of their own";
  }
  if (layer.sharing.owner != Sharing::Owner::own) {
    return "it shares pooled entries";
  }
  Entry rows = memory.open->pending;
  rows.insert(rows.end(), {layer.memories[0].entry[0], memory.entry[0]});
  if (memory.indexer) {
    rows.push_back(memory.indexer->key);
    rows.insert(rows.end(), memory.indexer->open->pending.begin(), memory.indexer->open->pending.end());
  }
  for (const kvtally::Row& row : rows) {
    if (!find_codec(row.format.name)) {
      return fmt::format("no codec stores {}", row.format.name);
    }
  }
  return "";
}

LayerStep run_compressed(const Layer& layer, std::int64_t seen) {
  CompressedStep step(layer);
  step.fill(seen - 1);
  return step.compute();
}

}  // namespace

StepRunner compressed_step() { return {why_no_compressed_step, run_compressed}; }

}  // namespace kvtally
