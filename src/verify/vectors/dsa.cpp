#include <fmt/format.h>

#include "reference/kind/latent_absorbed.hpp"
#include "reference/kind/latent_expanded.hpp"
#include "reference/storage/codec.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/runner.hpp"
#include "verify/vectors/sparse_latent_vector.hpp"
#include "verify/vectors/sparse_run.hpp"

// DeepSeek sparse attention as transformers has it: its container holds expanded keys and values; ours holds them
// or latents.

namespace kvtally {

namespace {

using reference::Tensor;

struct RecordedDsa {
  RecordedPasses passes;
  Tensor x, top, keys, values, index_keys, weights, scores;
  std::vector<Tensor> step_tops;  // [batch, 1, top k] each
  double margin = 0;
};

RecordedDsa recorded_dsa(VectorFile& file, const LatentSizes& s, const reference::LightningIndexer& indexer) {
  const Item outputs = file["outputs"];
  const Item between = file["intermediates"];
  RecordedDsa out;
  out.passes = recorded_passes(file, s.batch, s.tokens, s.hidden);
  out.x = file["inputs"]["hidden_states"].tensor({s.batch, s.tokens, s.hidden});
  out.top = outputs["topk_sorted_ascending"].tensor({s.batch, s.tokens, indexer.index.top_k});
  for (const Item& step : outputs["decode_topk_sorted_ascending"].items()) {
    out.step_tops.push_back(step.tensor({s.batch, 1, indexer.index.top_k}));
  }
  if (static_cast<std::int64_t>(out.step_tops.size()) != s.tokens - out.passes.first) {
    outputs["decode_topk_sorted_ascending"].refuse("there is not one list for each step");
  }
  out.keys = outputs["final_cache_keys"].tensor({s.batch, s.heads, s.tokens, s.nope + s.rope});
  out.values = outputs["final_cache_values"].tensor({s.batch, s.heads, s.tokens, s.value_dim});
  out.index_keys = outputs["final_cache_indexer_keys"].tensor({s.batch, s.tokens, indexer.key.weight.size(0)});
  out.weights = between["attention_probabilities"].tensor({s.batch, s.heads, s.tokens, s.tokens});
  out.scores = between["index_scores_masked"].tensor({s.batch, s.tokens, s.tokens});
  out.margin = between["smallest_topk_margin"].number();
  return out;
}

void compare_choices(Checks& checks, const std::string& name, const RecordedDsa& recorded, const SparseRun& run) {
  const std::int64_t top_k = recorded.top.size(2);
  checks.near(name + ": index_scores_masked", recorded.scores,
              reshaped(run.chosen.scores, recorded.scores.shape()), kVectorBound);
  checks.near(name + ": topk_sorted_ascending", recorded.top,
              reshaped(listed(run.chosen.blocks, top_k), recorded.top.shape()));
  for (std::size_t i = 0; i < recorded.step_tops.size(); ++i) {
    checks.near(fmt::format("{}: decode_topk_sorted_ascending {}", name, i), recorded.step_tops[i],
                reshaped(listed(run.step_choices[i].blocks, top_k), recorded.step_tops[i].shape()));
  }
}

void compare_dsa(Checks& checks, const reference::SparseLatentLayer& layer, const RecordedDsa& recorded,
                 bool expanded, const reference::Kernel& kernel) {
  const std::string name = fmt::format("{} ({})", expanded ? "expanded" : "absorbed", kernel.name);
  const auto form = expanded ? reference::latent_expanded : reference::latent_absorbed;
  const auto real = reference::codec("real");
  reference::Counter counter;
  const SparseRun run = sparse_run(
      [&](const reference::Means& means, const Tensor& x, reference::Chosen& choice) {
        return sparse_latent_layer(means, layer, x, form, choice);
      },
      [&](reference::Counter& c) { return std::make_unique<reference::IndexedLayer>(real, real, real, c); },
      recorded.x, recorded.passes.first, counter, kernel);
  compare_passes(checks, name, recorded.passes, run);
  compare_choices(checks, name, recorded, run);
  if (run.whole.weights) {
    checks.near(name + ": attention_probabilities", recorded.weights, *run.whole.weights, kVectorBound);
  }
  const auto& memory = dynamic_cast<const reference::IndexedLayer&>(run.cache.layer(0));
  const reference::KeyValues held = memory.current();
  if (expanded) {
    checks.near(name + ": final_cache_keys", recorded.keys, held.keys.numbers(), kVectorBound);
    checks.near(name + ": final_cache_values", recorded.values, held.values.numbers(), kVectorBound);
  }
  checks.near(name + ": final_cache_indexer_keys", recorded.index_keys,
              reshaped(memory.current_index().numbers(), recorded.index_keys.shape()), kVectorBound);
  if (!expanded && kernel.weights) {
    compare_margin(checks, recorded.margin, run.chosen.scores, layer.indexer->index.top_k);
  }
}

}  // namespace

void run_dsa(VectorFile& file, Checks& checks) {
  const LatentSizes sizes = latent_sizes(file);
  reference::SparseLatentLayer layer{sparse_latent_of(file, sizes, kLatentNames, checks), std::nullopt};
  layer.indexer = indexer_of(file, sizes, "indexer.", layer.latent, checks);
  const RecordedDsa recorded = recorded_dsa(file, sizes, *layer.indexer);
  if (file.failed()) {
    return;
  }
  for (const reference::Kernel* kernel : sparse_kernels()) {
    compare_dsa(checks, layer, recorded, false, *kernel);
    compare_dsa(checks, layer, recorded, true, *kernel);
  }
}

}  // namespace kvtally
