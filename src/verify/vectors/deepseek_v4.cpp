#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "verify/vectors/bound.hpp"
#include "verify/vectors/deepseek_v4_record.hpp"
#include "verify/vectors/deepseek_v4_run.hpp"
#include "verify/vectors/layer_run.hpp"
#include "verify/vectors/runner.hpp"

// DeepSeek-V4's three sorts of layers: over all tokens at once, and by chunks that share a memory.

namespace kvtally {

namespace {

using reference::CompressedAttention;
using reference::kFirstEntry;
using reference::Tensor;

// Whether each token sees each entry: [batch, tokens, entries].
Tensor sight(const reference::Mask& mask, const reference::Shape& shape) {
  Tensor out(shape);
  for (std::int64_t b = 0; b < shape[0]; ++b) {
    for (std::int64_t t = 0; t < shape[1]; ++t) {
      for (std::int64_t n = 0; n < shape[2]; ++n) {
        out(b, t, n) = mask({.batch = b, .head = 0, .query = t, .key = kFirstEntry + n}) ? 1 : 0;
      }
    }
  }
  return out;
}

// The least gap between a chosen entry's score and that of an eligible one that was left.
double margin_of(const Tensor& scores, const reference::PooledChoice& choice, std::int64_t rate) {
  double least = HUGE_VAL;
  for (std::int64_t b = 0; b < scores.size(0); ++b) {
    for (std::int64_t t = 0; t < scores.size(1); ++t) {
      const std::vector<std::int64_t>& chosen = choice.of(b, t);
      for (std::int64_t n = 0; n < reference::eligible_entries(t, rate, scores.size(2)); ++n) {
        for (const std::int64_t best : chosen) {
          const bool left = !std::ranges::binary_search(chosen, n);
          least = left ? std::min(least, static_cast<double>(scores(b, t, best) - scores(b, t, n))) : least;
        }
      }
    }
  }
  return least;
}

std::vector<std::int64_t> padded(const reference::PooledChoice& choice, const CompressedSizes& s) {
  std::vector<std::int64_t> out;
  for (std::int64_t b = 0; b < s.batch; ++b) {
    for (std::int64_t t = 0; t < s.tokens; ++t) {
      std::vector<std::int64_t> row = choice.of(b, t);
      row.resize(static_cast<std::size_t>(s.index_count), -1);
      out.insert(out.end(), row.begin(), row.end());
    }
  }
  return out;
}

// [batch, 1, entries, dim] without the axis of the one head.
Tensor entries_of(const reference::Pool& pool) {
  const Tensor rows = pool.pooled().numbers();
  return reshaped(rows, {rows.size(0), rows.size(2), rows.size(3)});
}

// The indexer's way from queries to choices, over all tokens; `memory` is that of a run over them.
reference::PooledChoice compare_index(Checks& checks, const RecordedIndex& recorded, const CompressedSizes& s,
                                      const reference::IndexQueries& queries, const reference::Pool& pool) {
  reference::Counter counter;
  const Tensor scores = pooled_scores(queries, pool.pooled(), 0, pool.rate(), counter);
  reference::PooledChoice choice(scores, 0, pool.rate(), s.index_count);
  checks.near("indexer_queries", recorded.queries, heads_first(queries.query), kVectorBound);
  checks.near("indexer_compressed_keys", recorded.keys, entries_of(pool), kVectorBound);
  checks.near("indexer_scores_before_causal_mask", recorded.scores, scores, kVectorBound);
  checks.holds("indexer_topk_sorted_ascending", recorded.choices == padded(choice, s));
  checks.within("smallest_topk_margin", std::abs(margin_of(scores, choice, pool.rate()) - recorded.margin),
                kVectorBound);
  return choice;
}

// What one run over all tokens has on the way, whatever the kernel.
void compare_between(Checks& checks, const CompressedAttention& layer, const CompressedRecord& recorded,
                     const CompressedSizes& s) {
  CompressedBench bench(layer, reference::kernel("eager"));
  const reference::Attended whole = bench.take(recorded.x);
  checks.near("attention_probabilities", recorded.weights, *whole.weights, kVectorBound);
  if (!recorded.entries || !recorded.visible) {
    return;
  }
  checks.near("compressed_entries", *recorded.entries, entries_of(bench.memory().pool()), kVectorBound);
  const reference::Shape pairs = recorded.visible->shape();
  if (!recorded.index) {
    const reference::Mask mask = reference::complete_entries(bench.memory().pool().rate());
    checks.near("compressed_visible", *recorded.visible, sight(mask, pairs));
    return;
  }
  reference::Counter counter;
  const auto tokens = compressed_tokens(layer, recorded.x, 0, counter);
  const reference::PooledChoice choice =
      compare_index(checks, *recorded.index, s, tokens.index, bench.memory().index());
  checks.near("compressed_visible", *recorded.visible, sight(choice.mask(), pairs));
}

void compare_memory(Checks& checks, const std::string& name, const RecordedRun& recorded,
                    const CompressedAttention& layer, reference::CompressedLayer& memory) {
  checks.near(name + " window_kv", recorded.window, memory.kept().keys.numbers(), kVectorBound);
  checks.equal(name + " cumulative_length", recorded.seen, memory.length(), "tokens");
  if (recorded.pool) {
    compare_pool(name + " compressor", *recorded.pool, memory.pool(), layer.compressor->pooling.bias, checks);
  }
  if (recorded.index) {
    compare_pool(name + " indexer", *recorded.index, memory.index(), layer.indexer->keys.pooling.bias, checks);
  }
}

void compare_outputs(Checks& checks, const CompressedAttention& layer, const CompressedRecord& recorded,
                     const reference::Kernel& kernel) {
  const Tensor whole = CompressedBench(layer, kernel).take(recorded.x).output;
  checks.near(fmt::format("prefill_full ({})", kernel.name), recorded.output, whole, kVectorBound);
  for (const auto& [name, run] : recorded.runs) {
    CompressedBench bench(layer, kernel);
    const Tensor outputs = bench.take_chunks(recorded.x, run.chunks);
    checks.near(fmt::format("{} ({})", name, kernel.name), run.outputs, outputs, kVectorBound);
    checks.near(fmt::format("{} is prefill_full ({})", name, kernel.name), whole, outputs);
    if (kernel.weights) {  // memories are the same with every kernel
      compare_memory(checks, name, run, layer, bench.memory());
    }
  }
}

}  // namespace

void run_deepseek_v4(VectorFile& file, Checks& checks) {
  const CompressedSizes sizes = compressed_sizes(file);
  const CompressedAttention layer = compressed_attention_of(file, sizes, checks);
  const CompressedRecord recorded = compressed_record(file, sizes);
  if (file.failed()) {
    return;
  }
  compare_between(checks, layer, recorded, sizes);
  for (const reference::Kernel* kernel : plain_kernels()) {
    compare_outputs(checks, layer, recorded, *kernel);
  }
  for (const auto& [name, run] : recorded.runs) {
    checks.within(name + " max_abs_diff_vs_full",
                  std::abs(largest_difference(recorded.output, run.outputs) - run.from_full), kVectorBound);
  }
}

}  // namespace kvtally
