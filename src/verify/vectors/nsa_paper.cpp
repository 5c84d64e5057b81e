#include <cmath>
#include <fmt/format.h>

#include "reference/tensor/elementwise.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/native_vector.hpp"
#include "verify/vectors/runner.hpp"

// Native sparse attention as the paper has it: three branches with keys and values of their own.

namespace kvtally {

namespace {

using reference::NativeTokens;
using reference::Tensor;

NativeTokens::Branch branch_of(VectorFile& file, const NativeSizes& s, const std::string& name) {
  const Item inputs = file["inputs"];
  return {heads_first(inputs["k_" + name].tensor({s.batch, s.tokens, s.key_heads, s.key_dim})),
          heads_first(inputs["v_" + name].tensor({s.batch, s.tokens, s.key_heads, s.value_dim}))};
}

NativeTokens tokens_of(VectorFile& file, const NativeSizes& s) {
  const Item inputs = file["inputs"];
  const Tensor logits = inputs["gate_logits"].tensor({s.batch, s.tokens, s.heads, 3});
  return {heads_first(inputs["q"].tensor({s.batch, s.tokens, s.heads, s.key_dim})),
          branch_of(file, s, "compressed"), branch_of(file, s, "selected"), branch_of(file, s, "window"),
          heads_first(mapped(logits, reference::sigmoid))};
}

reference::LearnedPool pool_of(const Item& weights, const std::string& name, std::int64_t span, std::int64_t dim) {
  return {weights[name + ".weights"].tensor({span}),
          weights[name + ".places"].tensor({span, dim}),
          {weights[name + ".out.weight"].tensor({dim, dim}), weights[name + ".out.bias"].tensor({dim})}};
}

reference::PoolStretch stretch_of(const Item& given) {
  reference::PoolStretch stretch{given["compress_span"].size(), given["compress_stride"].size()};
  if (stretch.span % stretch.every != 0) {
    given["compress_span"].refuse("entries don't lie on whole strides", "a multiple of compress_stride");
    stretch.span = stretch.every;
  }
  return stretch;
}

struct RecordedPaperNsa {
  Tensor output, compressed, selected, window, blocks, keys, values, open_keys, open_values, weights, scores;
  double margin = 0;
};

RecordedPaperNsa recorded_paper_nsa(VectorFile& file, const NativeSizes& s, const reference::PoolStretch& stretch,
                                    const reference::NativePlan& plan) {
  const Item outputs = file["outputs"];
  const Item between = file["intermediates"];
  const std::int64_t entries = s.tokens < stretch.span ? 0 : (s.tokens - stretch.span) / stretch.every + 1;
  const std::int64_t open = s.tokens - entries * stretch.every;
  const auto rows = [&](std::int64_t tokens, std::int64_t dim) {
    return reference::Shape{s.batch, tokens, s.key_heads, dim};
  };
  const reference::Shape out{s.batch, s.tokens, s.heads, s.value_dim};
  return {outputs["output"].tensor(out),
          outputs["compressed_branch"].tensor(out),
          outputs["selected_branch"].tensor(out),
          outputs["window_branch"].tensor(out),
          outputs["selected_blocks_sorted_ascending"].tensor(rows(s.tokens, plan.blocks)),
          outputs["compressed_keys"].tensor(rows(entries, s.key_dim)),
          outputs["compressed_values"].tensor(rows(entries, s.value_dim)),
          outputs["open_keys"].tensor(rows(open, s.key_dim)),
          outputs["open_values"].tensor(rows(open, s.value_dim)),
          between["compressed_probabilities"].tensor({s.batch, s.heads, s.tokens, entries}),
          between["block_scores"].tensor(rows(s.tokens, (s.tokens + plan.size - 1) / plan.size)),
          between["smallest_topk_margin"].number()};
}

}  // namespace

void run_nsa_paper(VectorFile& file, Checks& checks) {
  const Item given = file["parameters"];
  const NativeSizes s = native_sizes(file);
  const reference::PoolStretch stretch = stretch_of(given);
  const Item weights = file["weights"];
  const reference::NativePlan plan{pool_of(weights, "key_pool", stretch.span, s.key_dim),
                                   pool_of(weights, "value_pool", stretch.span, s.value_dim),
                                   block_count_of(given), given["block_size"].size()};
  if (plan.size % stretch.every != 0) {
    given["block_size"].refuse("blocks don't lie on whole strides", "a multiple of compress_stride");
  }
  const std::int64_t window = given["window"].size();
  const NativeTokens tokens = tokens_of(file, s);
  const RecordedPaperNsa recorded = recorded_paper_nsa(file, s, stretch, plan);
  if (file.failed()) {
    return;
  }
  const NativeRun run = native_run(stretch, window, tokens, plan, s.scale);
  const auto near = [&](const char* name, const Tensor& expected, const Tensor& ours) {
    checks.near(name, expected, ours, kVectorBound);
  };
  const auto& pool = run.memory->compressed();
  near("output", recorded.output, heads_first(run.whole.output));
  near("compressed_branch", recorded.compressed, heads_first(run.whole.compressed));
  near("selected_branch", recorded.selected, heads_first(run.whole.selected));
  near("window_branch", recorded.window, heads_first(run.whole.window));
  checks.near("selected_blocks_sorted_ascending", recorded.blocks,
              heads_first(listed(run.whole.chosen.blocks, plan.blocks)));
  near("compressed_keys", recorded.keys, heads_first(pool.rows(0).numbers()));
  near("compressed_values", recorded.values, heads_first(pool.rows(1).numbers()));
  near("open_keys", recorded.open_keys, heads_first(pool.waiting(0)));
  near("open_values", recorded.open_values, heads_first(pool.waiting(1)));
  near("compressed_probabilities", recorded.weights, run.whole.weights);
  near("block_scores", recorded.scores, heads_first(run.whole.chosen.scores));
  compare_margin(checks, recorded.margin, run.whole.chosen.scores, plan.blocks);
  checks.near("decode is prefill", run.whole.output, run.steps);
}

}  // namespace kvtally
