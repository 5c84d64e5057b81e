#include <algorithm>
#include <memory>

#include "reference/cache/cross.hpp"
#include "reference/cache/dynamic.hpp"
#include "reference/cache/shared.hpp"
#include "reference/cache/sink_window.hpp"
#include "reference/cache/sliding.hpp"
#include "reference/kind/chunked.hpp"
#include "reference/kind/cross_attention.hpp"
#include "reference/kind/grouped_query.hpp"
#include "reference/kind/latent_absorbed.hpp"
#include "reference/kind/shared_layers.hpp"
#include "reference/kind/shared_row.hpp"
#include "reference/kind/sinks.hpp"
#include "reference/kind/sliding_window.hpp"
#include "verify/random/filler.hpp"
#include "verify/step/row_kinds.hpp"
#include "verify/step/steps.hpp"

namespace kvtally {

namespace {

using namespace reference;  // NOLINT: the executor's names

// One memory of the layer, its container and the tokens that go into it.
class MemoryStep {
 public:
  MemoryStep(const Memory& memory, Counter& counter) : memory_(memory), rows_(rows_of(memory)), counter_(counter) {
    cache_.add(container());
  }

  // As many tokens as were seen before, without attention: what is stored does not depend on it.
  void fill(std::int64_t tokens) {
    if (tokens > 0 && !std::holds_alternative<Fixed>(memory_.retention)) {
      cache_.update(rows(rows_.first, tokens), rows(rows_.second, tokens), 0);
    }
    counter_.take();
  }

  void compute() {
    const Means means{cache_, 0, kernel("streaming"), counter_};
    if (rows_.latent) {
      latent(means);
    } else if (rows_.shared) {
      attend_shared_row(means, {query(), rows(rows_.first, 1)}, std::nullopt, mask(), {});
    } else if (const auto* fixed = std::get_if<Fixed>(&memory_.retention)) {
      const EncoderStates states{rows(rows_.first, fixed->count), rows(rows_.second, fixed->count)};
      cross_attention(means, query(), states, {});
      counter_.take();  // the first token wrote the encoder's states; a step reads them
      cross_attention(means, query(), {}, {});
    } else {
      softmax(means, {query(), rows(rows_.first, 1), rows(rows_.second, 1)});
    }
  }

  // The same memory read by a layer that has none.
  Footprint compute_sharing() {
    compute();
    counter_.take();
    cache_.add(std::make_unique<SharedLayer>(cache_.layer(0)));
    const Means means{cache_, 1, kernel("streaming"), counter_};
    const Mask seen = shared_mask();
    shared_layer(means, query(), seen, {});
    return cache_.layer(1).footprint();
  }

  Footprint footprint() const { return cache_.footprint(); }

 private:
  std::unique_ptr<CacheLayer> container() const {
    const CodecPtr first = codec(rows_.first.format.name);
    const CodecPtr second = codec(rows_.second.format.name);
    if (const auto* window = std::get_if<Window>(&memory_.retention)) {
      if (window->first > 0) {
        return std::make_unique<SinkWindowLayer>(window->first, window->size, first, second, counter_);
      }
      return std::make_unique<SlidingLayer>(window->size, first, second, counter_);
    }
    if (const auto* chunk = std::get_if<Chunk>(&memory_.retention)) {
      return std::make_unique<SlidingLayer>(chunk->size, first, second, counter_);
    }
    if (std::holds_alternative<Fixed>(memory_.retention)) {
      return std::make_unique<CrossLayer>(first, second, counter_);
    }
    return std::make_unique<DynamicLayer>(first, second, counter_);
  }

  void softmax(const Means& means, const NewTokens& tokens) const {
    if (const auto* window = std::get_if<Window>(&memory_.retention)) {
      window->first > 0 ? first_tokens_kept(means, tokens, window->first, window->size, {})
                        : sliding_window(means, tokens, window->size, {});
    } else if (const auto* chunk = std::get_if<Chunk>(&memory_.retention)) {
      chunked(means, tokens, chunk->size, {});
    } else {
      grouped_query(means, tokens, {});
    }
  }

  void latent(const Means& means) const {
    const std::int64_t heads = memory_.scoring.query_heads;
    const std::int64_t rank = rows_.first.dim;
    const std::int64_t rope = rows_.second.dim;
    const std::int64_t nope = memory_.expanded ? memory_.expanded->score_width - rope : rank;
    const std::int64_t value = memory_.expanded ? memory_.expanded->value_width : rank;
    const LatentWeights weights{filler({heads, nope, rank}), filler({heads, value, rank})};
    latent_absorbed(means, {filler({1, heads, 1, nope + rope}), rows(rows_.first, 1), rows(rows_.second, 1)},
                    weights, {}, mask());
  }

  Mask mask() const {
    if (const auto* window = std::get_if<Window>(&memory_.retention)) {
      const Mask near = within(window->size);
      return all_of(causal(), window->first > 0 ? any_of(first(window->first), near) : near);
    }
    const auto* chunk = std::get_if<Chunk>(&memory_.retention);
    return chunk != nullptr ? all_of(causal(), same_chunk(chunk->size)) : causal();
  }

  Mask shared_mask() const { return std::holds_alternative<Fixed>(memory_.retention) ? everything() : mask(); }

  static Tensor rows(const kvtally::Row& row, std::int64_t tokens) { return filler_rows(row, tokens); }
  Tensor query() const { return filler({1, memory_.scoring.query_heads, 1, rows_.first.dim}); }

  const Memory& memory_;
  RowKinds rows_;
  Counter& counter_;
  Cache cache_;
};

std::string not_executable(const Memory& memory) {
  if (memory.indexer) {
    return "it chooses what to read by an indexer";
  }
  if (memory.open || std::holds_alternative<Pooled>(memory.retention)) {
    return "its entries are pooled";
  }
  if (!std::holds_alternative<Everything>(memory.selection)) {
    return "it reads a part of what it sees";
  }
  const bool shared = row_of(memory, Role::key_and_value) != nullptr && memory.entry.size() == 1 &&
                      !std::holds_alternative<Fixed>(memory.retention);
  return shared ? uncoded(memory.entry) : unholdable(memory);
}

std::string why_no_softmax_step(const Layer& layer) {
  for (const Memory& memory : layer.memories) {
    if (std::string why = not_executable(memory); !why.empty()) {
      return why;
    }
  }
  const bool shares = layer.sharing.owner != Sharing::Owner::own;
  const auto pair = [](const Memory& m) { return !rows_of(m).latent && !rows_of(m).shared; };
  return shares && !std::ranges::all_of(layer.memories, pair) ? "it shares rows that are no pair of key and value"
                                                              : "";
}

LayerStep run_softmax(const Layer& layer, std::int64_t seen) {
  LayerStep step;
  Counter total;
  for (const Memory& memory : layer.memories) {
    Counter counter;
    MemoryStep one(memory, counter);
    one.fill(seen - 1);
    if (layer.sharing.owner == Sharing::Owner::own) {
      one.compute();
      step.footprint += one.footprint();
    } else {
      step.footprint += one.compute_sharing();
    }
    total.add(counter.counts());
  }
  step.counts = total.counts();
  return step;
}

}  // namespace

StepRunner softmax_step() { return {why_no_softmax_step, run_softmax}; }

}  // namespace kvtally
