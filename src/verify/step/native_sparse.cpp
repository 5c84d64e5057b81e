#include "reference/kind/native_sparse.hpp"

#include "reference/storage/codec.hpp"
#include "verify/random/filler.hpp"
#include "verify/step/row_kinds.hpp"
#include "verify/step/steps.hpp"

namespace kvtally {

namespace {

using reference::NativeBranches;
using reference::NativePlan;
using reference::NativeTokens;
using reference::Tensor;

// The branches in the order of the preset.
struct Branches {
  const Memory& compressed;
  const Memory& selected;
  const Memory& window;
};

Branches branches_of(const Layer& layer) { return {layer.memories[0], layer.memories[1], layer.memories[2]}; }

NativeBranches::Codecs codecs_of(const Row& key, const Row& value) {
  return {reference::codec(key.format.name), reference::codec(value.format.name)};
}

NativeBranches memory_of(const Branches& b, reference::Counter& counter) {
  const auto& pooled = std::get<Pooled>(b.compressed.retention);
  const auto codecs = [](const Memory& memory) {
    const RowKinds rows = rows_of(memory);
    return codecs_of(rows.first, rows.second);
  };
  return {{pooled.span, pooled.every},
          std::get<Window>(b.window.retention).size,
          {codecs(b.compressed), codecs_of(b.compressed.open->pending[0], b.compressed.open->pending[1]),
           codecs(b.selected), codecs(b.window)},
          counter};
}

NativePlan plan_of(const Branches& b) {
  const std::int64_t span = std::get<Pooled>(b.compressed.retention).span;
  const auto& blocks = std::get<Blocks>(b.selected.selection);
  const RowKinds rows = rows_of(b.compressed);
  return {reference::mean_pool(span, rows.first.dim), reference::mean_pool(span, rows.second.dim), blocks.count,
          blocks.size};
}

NativeTokens::Branch rows(const Memory& memory, std::int64_t tokens) {
  const RowKinds kinds = rows_of(memory);
  return {filler_rows(kinds.first, tokens), filler_rows(kinds.second, tokens)};
}

LayerStep run_native_sparse(const Layer& layer, std::int64_t seen) {
  const Branches b = branches_of(layer);
  const NativePlan plan = plan_of(b);
  reference::Counter counter;
  NativeBranches memory = memory_of(b, counter);
  if (seen > 1) {
    const NativeTokens::Branch raw = rows(b.compressed, seen - 1);
    memory.compressed().append({raw.keys, raw.values}, [&](const std::vector<Tensor>& stretch, std::int64_t) {
      return std::vector{learned_pool(stretch[0], plan.keys, counter),
                         learned_pool(stretch[1], plan.values, counter)};
    });
    const NativeTokens::Branch all = rows(b.selected, seen - 1);
    memory.selected().update(all.keys, all.values);
    const NativeTokens::Branch near = rows(b.window, seen - 1);
    memory.window().update(near.keys, near.values);
  }
  counter.take();
  const std::int64_t heads = b.selected.scoring.query_heads;
  const NativeTokens token{filler({1, heads, 1, rows_of(b.selected).first.dim}), rows(b.compressed, 1),
                           rows(b.selected, 1), rows(b.window, 1), filler({1, heads, 1, 3})};
  native_sparse(memory, token, plan, {}, counter);
  return {memory.footprint(), counter.counts()};
}

bool pooled_as_run(const Memory& memory) {
  const auto* pooled = std::get_if<Pooled>(&memory.retention);
  return pooled != nullptr && memory.open && pooled->span % pooled->every == 0 &&
         memory.open->every == pooled->every && memory.open->pending.size() == 2 &&
         memory.open->overlap == memory.open->pending &&
         memory.open->overlap_blocks == pooled->span / pooled->every - 1;
}

bool blocks_as_run(const Memory& memory, std::int64_t every) {
  const auto* blocks = std::get_if<Blocks>(&memory.selection);
  return blocks != nullptr && blocks->newest == Blocks::Newest::among && blocks->count >= 3 &&
         blocks->size % every == 0 && std::holds_alternative<All>(memory.retention) && memory.indexer &&
         memory.indexer->source == Indexer::Source::other_branch;
}

std::string why_no_native_sparse_step(const Layer& layer) {
  if (layer.memories.size() != 3 || layer.sharing.owner != Sharing::Owner::own) {
    return "it has other memories than three branches of its own";
  }
  for (const Memory& memory : layer.memories) {
    if (std::string why = unholdable(memory); !why.empty()) {
      return why;
    }
    if (rows_of(memory).latent) {
      return "its branches keep latents";
    }
  }
  const Branches b = branches_of(layer);
  const auto* window = std::get_if<Window>(&b.window.retention);
  if (!pooled_as_run(b.compressed) || window == nullptr || window->first != 0) {
    return "its branches are not pooled entries, all tokens and a window";
  }
  if (!blocks_as_run(b.selected, std::get<Pooled>(b.compressed.retention).every)) {
    return "it reads other blocks than the best, the first and the two newest among them";
  }
  return uncoded(b.compressed.open->pending);
}

}  // namespace

StepRunner native_sparse_step() { return {why_no_native_sparse_step, run_native_sparse}; }

}  // namespace kvtally
