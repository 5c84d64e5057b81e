#include <fmt/format.h>

#include "reference/storage/codec.hpp"
#include "verify/vectors/block_indexer.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/runner.hpp"

// Qwen sparse attention: with a container that keeps the raw index keys of all tokens, as transformers' does, and
// with one that keeps a pooled key for each complete block.

namespace kvtally {

namespace {

using reference::Tensor;

struct RecordedQsa {
  Tensor tokens, raw_keys, weights, scores;
};

RecordedQsa recorded_qsa(VectorFile& file, const LayerSizes& s, std::int64_t dim, std::int64_t block) {
  const Item outputs = file["outputs"];
  const Item between = file["intermediates"];
  return {outputs["selected_tokens"].tensor({s.batch, s.tokens, s.tokens}),
          outputs["final_cache_raw_index_keys"].tensor({s.batch, s.tokens, dim}),
          between["attention_probabilities"].tensor({s.batch, s.heads, s.tokens, s.tokens}),
          between["block_scores"].tensor({s.batch, s.tokens, s.tokens / block})};
}

reference::BlockIndexer qwen_indexer_of(VectorFile& file, const BlockSparseVector& vector, std::int64_t dim) {
  const Item given = file["parameters"];
  if (given["indexer_kv_heads"].size() != 1) {
    given["indexer_kv_heads"].refuse("an indexer has one key head", "1");
  }
  reference::BlockIndexer out;
  out.heads = given["indexer_n_heads"].size();
  const reference::Linear both =
      linear_of(file["weights"], "indexer.index_qk_proj", (out.heads + 1) * dim, vector.sizes.hidden);
  if (!file.failed()) {
    out.query = {slice(both.weight, 0, 0, out.heads * dim), {}};
    out.key = {slice(both.weight, 0, out.heads * dim, (out.heads + 1) * dim), {}};
  }
  out.norm = norm_of(file, "indexer.q_layernorm", "indexer.k_layernorm", dim);
  out.rotary = rotary_for(given["indexer_head_dim"], vector.layer, dim);
  return out;
}

std::unique_ptr<reference::CacheLayer> container(bool pooled, std::int64_t block, reference::Counter& counter) {
  const auto real = reference::codec("real");
  if (pooled) {
    return std::make_unique<reference::IndexedPoolLayer>(real, real, block, std::vector{real}, real, counter);
  }
  return std::make_unique<reference::IndexedLayer>(real, real, real, counter);
}

}  // namespace

void run_qsa(VectorFile& file, Checks& checks) {
  const Item given = file["parameters"];
  const BlockSparseVector vector = block_sparse_vector(file, checks);
  const std::int64_t dim = given["indexer_head_dim"].size();
  const std::int64_t block = given["indexer_compress_ratio"].size();
  const reference::BlockBudgetIndex index{given["indexer_budget"].size() / block, block};
  const reference::BlockIndexer indexer = qwen_indexer_of(file, vector, dim);
  const RecordedQsa recorded = recorded_qsa(file, vector.sizes, dim, block);
  const std::int64_t blocks = given["block_topk"].integer();
  if (file.failed()) {
    return;
  }
  checks.equal("block_topk", blocks, index.blocks, "blocks");
  for (const reference::Kernel* kernel : sparse_kernels()) {
    for (const bool pooled : {false, true}) {
      const std::string name = fmt::format("{} keys ({})", pooled ? "pooled" : "raw", kernel->name);
      reference::Counter counter;
      const SparseRun run = sparse_run(
          [&](const reference::Means& means, const Tensor& x, reference::Chosen& choice) {
            return qwen_sparse_layer(means, vector.layer, indexer, index, x, choice);
          },
          [&](reference::Counter& c) { return container(pooled, block, c); }, vector.x, vector.passes.first,
          counter, *kernel);
      compare_passes(checks, name, vector.passes, run);
      checks.near(name + ": block_scores", recorded.scores, reshaped(run.chosen.scores, recorded.scores.shape()),
                  kVectorBound);
      checks.near(name + ": selected_tokens", recorded.tokens,
                  chosen_tokens(run.chosen.blocks, vector.sizes.tokens));
      if (run.whole.weights) {
        checks.near(name + ": attention_probabilities", recorded.weights, *run.whole.weights, kVectorBound);
      }
      const reference::KeyValues held = run.cache.layer(0).current();
      checks.near(name + ": final_cache_keys", vector.keys, held.keys.numbers(), kVectorBound);
      checks.near(name + ": final_cache_values", vector.values, held.values.numbers(), kVectorBound);
      if (const auto* raw = dynamic_cast<const reference::IndexedLayer*>(&run.cache.layer(0))) {
        checks.near(name + ": final_cache_raw_index_keys", recorded.raw_keys,
                    reshaped(raw->current_index().numbers(), recorded.raw_keys.shape()), kVectorBound);
        compare_margin(checks, vector.margin, run.chosen.scores, index.blocks);
      }
    }
  }
}

}  // namespace kvtally
