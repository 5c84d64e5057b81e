#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "reference/tensor/sums.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/native_vector.hpp"
#include "verify/vectors/runner.hpp"

// Native sparse attention as flash-linear-attention's naive functions have it, a special case of the paper's: all
// branches share keys and values, pools are means and don't overlap, blocks are as long as pools, and there is no
// window, which is one behind a gate of 0.

namespace kvtally {

namespace {

using reference::Real;
using reference::Tensor;

// The keys or values of each block of one kind: complete ones as pooled, an incomplete last one from the rows that
// wait. [batch, blocks, heads, dim].
Tensor block_means(const reference::StretchPool& pool, std::size_t kind) {
  Tensor out = pool.rows(kind).numbers();
  const Tensor waiting = pool.waiting(kind);
  if (const std::int64_t count = waiting.size(2); count > 0) {
    reference::Counter counter;
    out = joined(out, learned_pool(waiting, reference::mean_pool(count, waiting.size(3)), counter), 2);
  }
  return heads_first(out);
}

// log Σ exp(scale q·k) over the pooled keys that a query sees, −∞ where it sees none: [batch, tokens, query
// heads].
Tensor log_sum_exp(const Tensor& query, const reference::Rows& keys, Real scale) {
  const std::int64_t group = query.size(1) / keys.heads();
  Tensor out({query.size(0), query.size(2), query.size(1)});
  for (std::int64_t b = 0; b < query.size(0); ++b) {
    for (std::int64_t h = 0; h < query.size(1); ++h) {
      for (std::int64_t t = 0; t < query.size(2); ++t) {
        Real sum = 0;
        for (std::int64_t s = 0; s < keys.slots() && keys.position(s) <= t; ++s) {
          sum += std::exp(scale * reference::dot(query.row(b, h, t), keys.numbers().row(b, h / group, s)));
        }
        out(b, t, h) = std::log(sum);
      }
    }
  }
  return out;
}

// The library's: the mean over a group's heads, 1 for forced blocks, 0 for those behind the query's own.
Tensor library_scores(Tensor scores, std::int64_t group) {
  for (Real& score : scores.values()) {
    score = std::isinf(score) ? (score > 0 ? Real{1} : Real{0}) : score / static_cast<Real>(group);
  }
  return scores;
}

struct RecordedNsa {
  Tensor output, compressed, selected, blocks, keys, values, lse, scores;
  double margin = 0;
};

RecordedNsa recorded_nsa(VectorFile& file, const NativeSizes& s, const reference::NativePlan& plan) {
  const Item outputs = file["outputs"];
  const Item between = file["intermediates"];
  const reference::Shape out{s.batch, s.tokens, s.heads, s.value_dim};
  const std::int64_t blocks = (s.tokens + plan.size - 1) / plan.size;
  return {outputs["output"].tensor(out),
          outputs["compressed_branch"].tensor(out),
          outputs["selected_branch"].tensor(out),
          outputs["selected_blocks_sorted_ascending"].tensor({s.batch, s.tokens, s.key_heads, plan.blocks}),
          between["compressed_keys"].tensor({s.batch, blocks, s.key_heads, s.key_dim}),
          between["compressed_values"].tensor({s.batch, blocks, s.key_heads, s.value_dim}),
          between["lse"].tensor({s.batch, s.tokens, s.heads}),
          between["block_scores"].tensor({s.tokens, s.key_heads, blocks}),
          between["smallest_topk_margin"].number()};
}

// The gates of the compressed and the selected branch [batch, tokens, heads], and 0 for the window.
Tensor gates_of(VectorFile& file, const NativeSizes& s) {
  Tensor out({s.batch, s.heads, s.tokens, 3});
  const std::array<Tensor, 2> given{file["inputs"]["g_cmp"].tensor({s.batch, s.tokens, s.heads}),
                                    file["inputs"]["g_slc"].tensor({s.batch, s.tokens, s.heads})};
  for (std::int64_t b = 0; b < s.batch && !file.failed(); ++b) {
    for (std::int64_t h = 0; h < s.heads; ++h) {
      for (std::int64_t t = 0; t < s.tokens; ++t) {
        out(b, h, t, 0) = given[0](b, t, h);
        out(b, h, t, 1) = given[1](b, t, h);
      }
    }
  }
  return out;
}

}  // namespace

void run_nsa(VectorFile& file, Checks& checks) {
  const Item given = file["parameters"];
  const NativeSizes s = native_sizes(file);
  const std::int64_t size = given["block_size"].size();
  if (s.batch != 1) {
    given["B"].refuse("the block scores have no batch", "1");
  }
  if (given["window_size"].integer() != 0) {
    given["window_size"].refuse("the source was run without a window", "0");
  }
  const reference::Shape keys{s.batch, s.tokens, s.key_heads, s.key_dim};
  const reference::Shape values{s.batch, s.tokens, s.key_heads, s.value_dim};
  const reference::NativeTokens::Branch branch{heads_first(file["inputs"]["k"].tensor(keys)),
                                               heads_first(file["inputs"]["v"].tensor(values))};
  const reference::NativeTokens tokens{
      heads_first(file["inputs"]["q"].tensor({s.batch, s.tokens, s.heads, s.key_dim})), branch, branch, branch,
      gates_of(file, s)};
  reference::NativePlan plan{{}, {}, block_count_of(given), size};
  const RecordedNsa recorded = recorded_nsa(file, s, plan);
  if (file.failed() || !can_be_pooled(given["block_size"], size, s)) {
    return;
  }
  plan.keys = reference::mean_pool(size, s.key_dim);
  plan.values = reference::mean_pool(size, s.value_dim);
  const NativeRun run = native_run({size, size}, 1, tokens, plan, s.scale);
  const auto near = [&](const char* name, const Tensor& expected, const Tensor& ours) {
    checks.near(name, expected, ours, kVectorBound);
  };
  near("output", recorded.output, heads_first(run.whole.output));
  near("compressed_branch", recorded.compressed, heads_first(run.whole.compressed));
  near("selected_branch", recorded.selected, heads_first(run.whole.selected));
  checks.near("selected_blocks_sorted_ascending", recorded.blocks,
              heads_first(listed(run.whole.chosen.blocks, plan.blocks)));
  near("compressed_keys", recorded.keys, block_means(run.memory->compressed(), 0));
  near("compressed_values", recorded.values, block_means(run.memory->compressed(), 1));
  near("lse", recorded.lse, log_sum_exp(tokens.query, run.memory->compressed().rows(0), s.scale));
  const Tensor scores = library_scores(run.whole.chosen.scores, s.heads / s.key_heads);
  near("block_scores", recorded.scores, reshaped(heads_first(scores), recorded.scores.shape()));
  compare_margin(checks, recorded.margin, finite_margins(run.whole.chosen.scores, s.heads / s.key_heads),
                 plan.blocks);
  checks.near("decode is prefill", run.whole.output, run.steps);
}

}  // namespace kvtally
