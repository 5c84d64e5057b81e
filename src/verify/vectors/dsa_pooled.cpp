#include <fmt/format.h>

#include "reference/cache/indexed_pool.hpp"
#include "reference/kind/latent_absorbed.hpp"
#include "reference/storage/codec.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/runner.hpp"
#include "verify/vectors/sparse_latent_vector.hpp"
#include "verify/vectors/sparse_run.hpp"

// DeepSeek sparse attention whose index keys are pooled.

namespace kvtally {

namespace {

using reference::Tensor;

struct RecordedPooledDsa {
  RecordedPasses passes;
  Tensor x, tokens, latent, index_keys, open_keys, open_gates, scores, weights;
  double margin = 0;
};

RecordedPooledDsa recorded_pooled_dsa(VectorFile& file, const LatentSizes& s, std::int64_t dim,
                                      std::int64_t pool) {
  const Item outputs = file["outputs"];
  const Item between = file["intermediates"];
  const std::int64_t pools = s.tokens / pool;
  RecordedPooledDsa out;
  out.passes = recorded_passes(file, s.batch, s.tokens, s.hidden);
  out.x = file["inputs"]["hidden_states"].tensor({s.batch, s.tokens, s.hidden});
  out.tokens = outputs["selected_tokens"].tensor({s.batch, s.tokens, s.tokens});
  out.latent = outputs["final_cache_latent"].tensor({s.batch, 1, s.tokens, s.rank});
  out.index_keys = outputs["final_cache_index_keys"].tensor({s.batch, 1, pools, dim});
  out.open_keys = outputs["final_open_keys"].tensor({s.batch, 1, s.tokens % pool, dim});
  out.open_gates = outputs["final_open_gates"].tensor({s.batch, 1, s.tokens % pool, dim});
  out.scores = between["pool_scores"].tensor({s.batch, s.tokens, pools});
  out.weights = between["attention_probabilities"].tensor({s.batch, s.heads, s.tokens, s.tokens});
  out.margin = between["smallest_topk_margin"].number();
  return out;
}

}  // namespace

void run_dsa_pooled(VectorFile& file, Checks& checks) {
  const LatentSizes sizes = latent_sizes(file);
  const std::int64_t pool = file["parameters"]["index_kpool"].size();
  reference::SparseLatentLayer layer{sparse_latent_of(file, sizes, kLatentNames, checks), std::nullopt};
  layer.indexer = indexer_of(file, sizes, "indexer.", layer.latent, checks);
  const std::int64_t top_k = layer.indexer->index.top_k;
  const RecordedPooledDsa recorded = recorded_pooled_dsa(file, sizes, layer.indexer->key.weight.size(0), pool);
  if (top_k % pool != 0) {
    file["parameters"]["index_topk"].refuse(fmt::format("pools of {} don't make {} tokens", pool, top_k));
  }
  if (file.failed()) {
    return;
  }
  const auto real = reference::codec("real");
  for (const reference::Kernel* kernel : sparse_kernels()) {
    const std::string name(kernel->name);
    const auto near = [&](const char* what, const Tensor& expected, const Tensor& ours) {
      checks.near(fmt::format("{}: {}", name, what), expected, ours, kVectorBound);
    };
    reference::Counter counter;
    const SparseRun run = sparse_run(
        [&](const reference::Means& means, const Tensor& x, reference::Chosen& choice) {
          return sparse_latent_layer(means, layer, x, reference::latent_absorbed, choice);
        },
        [&](reference::Counter& c) {
          return std::make_unique<reference::IndexedPoolLayer>(real, real, pool, std::vector{real, real}, real, c);
        },
        recorded.x, recorded.passes.first, counter, *kernel);
    compare_passes(checks, name, recorded.passes, run);
    near("pool_scores", recorded.scores, reshaped(run.chosen.scores, recorded.scores.shape()));
    checks.near(name + ": selected_tokens", recorded.tokens, chosen_tokens(run.chosen.blocks, sizes.tokens));
    const auto& memory = dynamic_cast<const reference::IndexedPoolLayer&>(run.cache.layer(0));
    near("final_cache_latent", recorded.latent, memory.current().keys.numbers());
    near("final_cache_index_keys", recorded.index_keys, memory.index().rows(0).numbers());
    near("final_open_keys", recorded.open_keys, memory.index().waiting(0));
    near("final_open_gates", recorded.open_gates, memory.index().waiting(1));
    if (run.whole.weights) {
      near("attention_probabilities", recorded.weights, *run.whole.weights);
      compare_margin(checks, recorded.margin, run.chosen.scores, top_k / pool);
    }
  }
}

}  // namespace kvtally
