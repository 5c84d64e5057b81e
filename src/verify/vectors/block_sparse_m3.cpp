#include <fmt/format.h>

#include "reference/storage/codec.hpp"
#include "verify/vectors/block_indexer.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/runner.hpp"

// MiniMax M3's sparse layer.

namespace kvtally {

namespace {

using reference::Tensor;

struct RecordedBlockSparse {
  Tensor blocks, index_keys, scores;
  std::vector<Tensor> step_blocks;
};

RecordedBlockSparse recorded_block_sparse(VectorFile& file, const LayerSizes& s, std::int64_t dim,
                                          const reference::BlockTop& top, std::int64_t steps) {
  const Item outputs = file["outputs"];
  RecordedBlockSparse out;
  out.blocks = outputs["selected_blocks_sorted_ascending"].tensor({s.batch, s.key_heads, s.tokens, top.blocks});
  out.index_keys = outputs["final_cache_index_keys"].tensor({s.batch, 1, s.tokens, dim});
  out.scores = file["intermediates"]["block_scores_with_local_inf"].tensor(
      {s.batch, s.key_heads, s.tokens, (s.tokens + top.size - 1) / top.size});
  for (const Item& step : outputs["decode_selected_blocks"].items()) {
    out.step_blocks.push_back(step.tensor({s.batch, s.key_heads, 1, top.blocks}));
  }
  if (static_cast<std::int64_t>(out.step_blocks.size()) != steps) {
    outputs["decode_selected_blocks"].refuse("there is not one list for each step");
  }
  return out;
}

reference::BlockIndexer minimax_indexer_of(VectorFile& file, const BlockSparseVector& vector, std::int64_t dim) {
  const Item given = file["parameters"];
  reference::BlockIndexer out;
  out.heads = given["index_n_heads"].size();
  if (out.heads != vector.sizes.key_heads) {
    given["index_n_heads"].refuse("each index head chooses for one key head",
                                  fmt::format("{}", vector.sizes.key_heads));
  }
  out.query = linear_of(file["weights"], "indexer.q_proj", out.heads * dim, vector.sizes.hidden);
  out.key = linear_of(file["weights"], "indexer.k_proj", dim, vector.sizes.hidden);
  out.norm = norm_of(file, "indexer.q_norm", "indexer.k_norm", dim);
  out.rotary = rotary_for(given["index_head_dim"], vector.layer, dim);
  return out;
}

void compare_block_sparse(Checks& checks, const std::string& name, const RecordedBlockSparse& recorded,
                          const SparseRun& run) {
  const std::int64_t width = recorded.blocks.size(3);
  checks.near(name + ": block_scores_with_local_inf", recorded.scores, run.chosen.scores, kVectorBound);
  checks.near(name + ": selected_blocks_sorted_ascending", recorded.blocks, listed(run.chosen.blocks, width));
  for (std::size_t i = 0; i < recorded.step_blocks.size(); ++i) {
    checks.near(fmt::format("{}: decode_selected_blocks {}", name, i), recorded.step_blocks[i],
                listed(run.step_choices[i].blocks, width));
  }
}

}  // namespace

void run_block_sparse_m3(VectorFile& file, Checks& checks) {
  const Item given = file["parameters"];
  const BlockSparseVector vector = block_sparse_vector(file, checks);
  const std::int64_t dim = given["index_head_dim"].size();
  const reference::BlockTop top{given["index_topk_blocks"].size(), given["index_block_size"].size(),
                                given["index_local_blocks"].size()};
  const reference::BlockIndexer indexer = minimax_indexer_of(file, vector, dim);
  const RecordedBlockSparse recorded =
      recorded_block_sparse(file, vector.sizes, dim, top, vector.sizes.tokens - vector.passes.first);
  if (file.failed()) {
    return;
  }
  const auto real = reference::codec("real");
  for (const reference::Kernel* kernel : sparse_kernels()) {
    const std::string name(kernel->name);
    reference::Counter counter;
    const SparseRun run = sparse_run(
        [&](const reference::Means& means, const Tensor& x, reference::Chosen& choice) {
          return minimax_sparse_layer(means, vector.layer, indexer, top, x, choice);
        },
        [&](reference::Counter& c) { return std::make_unique<reference::IndexedLayer>(real, real, real, c); },
        vector.x, vector.passes.first, counter, *kernel);
    compare_passes(checks, name, vector.passes, run);
    compare_block_sparse(checks, name, recorded, run);
    const auto& memory = dynamic_cast<const reference::IndexedLayer&>(run.cache.layer(0));
    checks.near(name + ": final_cache_keys", vector.keys, memory.current().keys.numbers(), kVectorBound);
    checks.near(name + ": final_cache_values", vector.values, memory.current().values.numbers(), kVectorBound);
    checks.near(name + ": final_cache_index_keys", recorded.index_keys, memory.current_index().numbers(),
                kVectorBound);
    if (kernel->weights) {
      compare_margin(checks, vector.margin, run.chosen.scores, top.blocks);
    }
  }
}

}  // namespace kvtally
