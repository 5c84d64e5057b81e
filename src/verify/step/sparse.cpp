#include <memory>

#include "reference/kind/index_pooling.hpp"
#include "reference/kind/minimax_sparse.hpp"
#include "reference/kind/pooled_sparse.hpp"
#include "reference/kind/qwen_sparse.hpp"
#include "reference/storage/codec.hpp"
#include "verify/random/filler.hpp"
#include "verify/step/row_kinds.hpp"
#include "verify/step/steps.hpp"

namespace kvtally {

namespace {

using reference::BlockKey;
using reference::Chosen;
using reference::codec;
using reference::CodecPtr;
using reference::Counter;
using reference::IndexedLayer;
using reference::IndexedPoolLayer;
using reference::Means;
using reference::Tensor;

// The one memory of a layer, and the index keys beside it.
class SparseStep {
 public:
  SparseStep(const Memory& memory, Counter& counter)
      : memory_(memory), index_(*memory.indexer), rows_(rows_of(memory)), counter_(counter) {
    cache_.add(container());
  }

  // Without queries: what is stored doesn't depend on what is read.
  void fill(std::int64_t tokens) {
    if (tokens > 0) {
      if (auto* pooled = dynamic_cast<IndexedPoolLayer*>(&layer())) {
        pooled->update_index(raw_rows(tokens),
                             [this](const auto& raw, std::int64_t first) { return key_of(raw, first); });
      } else if (auto* indexed = dynamic_cast<IndexedLayer*>(&layer())) {
        indexed->update_index(filler_rows(index_.key, tokens));
      }
      cache_.update(filler_rows(rows_.first, tokens), filler_rows(rows_.second, tokens), 0);
    }
    counter_.take();
  }

  // Reads what was chosen, and adds the new token.
  void attend(const Chosen& chosen) {
    const Means means = reading({cache_, 0, reference::kernel("block_sparse"), counter_}, chosen.blocks);
    const std::int64_t heads = memory_.scoring.query_heads;
    const Tensor first = filler_rows(rows_.first, 1);
    const Tensor second = filler_rows(rows_.second, 1);
    if (!rows_.latent) {
      reference::attend(means, {filler({1, heads, 1, rows_.first.dim}), first, second}, reference::causal(), {});
      return;
    }
    const std::int64_t rank = rows_.first.dim;
    const std::int64_t rope = rows_.second.dim;
    const std::int64_t nope = memory_.expanded ? memory_.expanded->score_width - rope : rank;
    const std::int64_t value = memory_.expanded ? memory_.expanded->value_width : rank;
    deepseek_sparse(means, {filler({1, heads, 1, nope + rope}), first, second},
                    {filler({heads, nope, rank}), filler({heads, value, rank})}, {}, chosen.blocks);
  }

  // What an earlier layer chose: which tokens or blocks these are is nothing to this layer.
  Chosen handed_on() const {
    const std::int64_t seen = cache_.layer(0).length() + 1;
    if (const auto* top = std::get_if<TopK>(&memory_.selection)) {
      return reference::best_of(filler({1, 1, 1, seen}), top->count, 1);
    }
    const auto& blocks = std::get<Blocks>(memory_.selection);
    Chosen out = reference::best_of(filler({1, 1, 1, seen / blocks.size}), blocks.count, blocks.size);
    add_tails(out.blocks, seen - 1);
    return out;
  }

  reference::CacheLayer& layer() { return cache_.layer(0); }
  Tensor index_query() const { return filler({1, index_.heads, 1, index_.key.dim}); }
  Tensor index_key() const { return filler_rows(index_.key, 1); }
  const Indexer& index() const { return index_; }
  Counter& counter() { return counter_; }
  reference::Footprint footprint() const { return cache_.footprint(); }
  Tensor places() const { return filler({index_.pooling.every, index_.key.dim}); }
  BlockKey block_key_how() const { return {Tensor({index_.key.dim}), reference::Real(1e-6), std::nullopt}; }

 private:
  std::unique_ptr<reference::CacheLayer> container() const {
    const CodecPtr first = codec(rows_.first.format.name);
    const CodecPtr second = codec(rows_.second.format.name);
    if (index_.source != Indexer::Source::own) {
      return std::make_unique<reference::DynamicLayer>(first, second, counter_);
    }
    const CodecPtr key = codec(index_.key.format.name);
    if (index_.pooling.every == 1) {
      return std::make_unique<IndexedLayer>(first, second, key, counter_);
    }
    std::vector<CodecPtr> raw;
    for (const Row& row : index_.open->pending) {
      raw.push_back(codec(row.format.name));
    }
    return std::make_unique<IndexedPoolLayer>(first, second, index_.pooling.every, raw, key, counter_);
  }

  std::vector<Tensor> raw_rows(std::int64_t tokens) const {
    std::vector<Tensor> out;
    for (const Row& row : index_.open->pending) {
      out.push_back(filler_rows(row, tokens));
    }
    return out;
  }

  // Keys with gates are pooled by them, raw keys by their mean.
  std::vector<Tensor> key_of(const std::vector<Tensor>& raw, std::int64_t first) const {
    return {raw.size() == 2 ? reference::gated_pool(raw[0], raw[1], places())
                            : reference::block_key(raw[0], first, block_key_how())};
  }

  const Memory& memory_;
  const Indexer& index_;
  RowKinds rows_;
  Counter& counter_;
  reference::Cache cache_;
};

// ---- how each kind chooses

Chosen deepseek_choice(SparseStep& step, const Memory& memory) {
  if (step.index().source != Indexer::Source::own) {
    return step.handed_on();
  }
  const reference::IndexTokens tokens{step.index_query(), filler({1, 1, step.index().heads}), step.index_key()};
  if (const auto* top = std::get_if<TopK>(&memory.selection)) {
    return lightning_choice(dynamic_cast<IndexedLayer&>(step.layer()), tokens, {top->count, 1}, step.counter());
  }
  const auto& blocks = std::get<Blocks>(memory.selection);
  return pooled_choice(dynamic_cast<IndexedPoolLayer&>(step.layer()), tokens, step.index_key(), step.places(),
                       {blocks.count * blocks.size, 1}, step.counter());
}

Chosen qwen_block_choice(SparseStep& step, const Memory& memory) {
  const auto& blocks = std::get<Blocks>(memory.selection);
  return qwen_choice(dynamic_cast<IndexedPoolLayer&>(step.layer()), step.index_query(), step.index_key(),
                     step.block_key_how(), {blocks.count, blocks.size}, step.counter());
}

Chosen minimax_block_choice(SparseStep& step, const Memory& memory) {
  const auto& blocks = std::get<Blocks>(memory.selection);
  return minimax_choice(dynamic_cast<IndexedLayer&>(step.layer()), step.index_query(), step.index_key(),
                        {blocks.count, blocks.size, 1}, step.counter());
}

template <Chosen (*kChoose)(SparseStep&, const Memory&)>
LayerStep run_sparse(const Layer& layer, std::int64_t seen) {
  Counter counter;
  SparseStep step(layer.memories.front(), counter);
  step.fill(seen - 1);
  step.attend(kChoose(step, layer.memories.front()));
  return {step.footprint(), counter.counts()};
}

// ---- what cannot be run

// `waiting` kinds of raw rows wait until an index key can be pooled.
std::string no_indexer(const Indexer& index, std::size_t waiting) {
  if (index.source == Indexer::Source::other_branch) {
    return "another branch chooses for it";
  }
  if (index.source == Indexer::Source::earlier_layer) {
    return "";
  }
  if (std::string why = uncoded({index.key}); !why.empty()) {
    return why;
  }
  if (index.pooling.every == 1) {
    return index.pooling.span == 1 && !index.open ? "" : "its index keys overlap";
  }
  const bool pools = index.open && index.pooling.span == index.pooling.every &&
                     index.open->every == index.pooling.every && index.open->overlap_blocks == 0 &&
                     index.open->pending.size() == waiting;
  return pools ? uncoded(index.open->pending) : "its index keys wait in another way";
}

std::string no_memory(const Layer& layer, std::size_t waiting) {
  if (layer.memories.size() != 1 || !std::holds_alternative<All>(layer.memories[0].retention) ||
      layer.memories[0].open) {
    return "it has other memories than one that keeps all tokens";
  }
  if (layer.sharing.owner != Sharing::Owner::own) {
    return "it shares a memory that an indexer reads";
  }
  const Memory& memory = layer.memories[0];
  if (!memory.indexer) {
    return "it has no indexer";
  }
  std::string why = unholdable(memory);
  return why.empty() ? no_indexer(*memory.indexer, waiting) : why;
}

bool reads_blocks(const Memory& memory, Blocks::Newest newest) {
  const auto* blocks = std::get_if<Blocks>(&memory.selection);
  return blocks != nullptr && blocks->newest == newest;
}

// Pools are what is chosen.
bool by_pools(const Memory& memory) {
  const Indexer& index = *memory.indexer;
  return reads_blocks(memory, Blocks::Newest::beside) &&
         (index.source != Indexer::Source::own || std::get<Blocks>(memory.selection).size == index.pooling.every);
}

std::string no_deepseek(const Layer& layer) {
  if (std::string why = no_memory(layer, 2); !why.empty()) {
    return why;
  }
  const Memory& memory = layer.memories[0];
  const bool single = std::holds_alternative<TopK>(memory.selection) && memory.indexer->pooling.every == 1;
  return single || by_pools(memory) ? "" : "it reads something else than the best tokens or pools";
}

std::string no_qwen(const Layer& layer) {
  if (std::string why = no_memory(layer, 1); !why.empty()) {
    return why;
  }
  const Indexer& index = *layer.memories[0].indexer;
  const bool own = index.source == Indexer::Source::own && index.pooling.every > 1;
  return own && by_pools(layer.memories[0]) ? "" : "it reads something else than the best blocks";
}

std::string no_minimax(const Layer& layer) {
  if (std::string why = no_memory(layer, 0); !why.empty()) {
    return why;
  }
  const Memory& memory = layer.memories[0];
  const Indexer& index = *memory.indexer;
  const bool heads = index.heads == 1 || index.heads == rows_of(memory).first.heads;
  const bool own = index.source == Indexer::Source::own && index.pooling.every == 1;
  return own && heads && reads_blocks(memory, Blocks::Newest::among)
             ? ""
             : "it reads something else than the best blocks";
}

}  // namespace

StepRunner deepseek_sparse_step() { return {no_deepseek, run_sparse<deepseek_choice>}; }
StepRunner qwen_sparse_step() { return {no_qwen, run_sparse<qwen_block_choice>}; }
StepRunner minimax_sparse_step() { return {no_minimax, run_sparse<minimax_block_choice>}; }

}  // namespace kvtally
