#include <fmt/format.h>

#include "reference/kind/latent_absorbed.hpp"
#include "reference/storage/codec.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/runner.hpp"
#include "verify/vectors/sparse_latent_vector.hpp"
#include "verify/vectors/sparse_run.hpp"

// Two latent layers, of which the second is handed what the first has chosen.

namespace kvtally {

namespace {

using reference::Chosen;
using reference::SparseLatentLayer;
using reference::Tensor;

constexpr LatentNames kFirst{.query = "first.q_proj",
                             .query_down = "first.q_a_proj",
                             .query_norm = "first.q_a_layernorm",
                             .query_up = "first.q_b_proj",
                             .latent_and_key = "first.kv_a_proj_with_mqa",
                             .latent_norm = "first.kv_a_layernorm",
                             .up = "first.kv_b_proj",
                             .output = "first.o_proj"};
constexpr LatentNames kSecond{.query = "second.q_proj",
                              .query_down = "second.q_a_proj",
                              .query_norm = "second.q_a_layernorm",
                              .query_up = "second.q_b_proj",
                              .latent_and_key = "second.kv_a_proj_with_mqa",
                              .latent_norm = "second.kv_a_layernorm",
                              .up = "second.kv_b_proj",
                              .output = "second.o_proj"};

struct RecordedLayer {
  Tensor whole, part, steps, latent, rope, weights;
};

struct RecordedSharedDsa {
  std::int64_t first = 1;  // tokens of the first pass
  RecordedLayer one, two;
  Tensor x, index_keys, top, scores;
  double margin = 0;
};

RecordedLayer recorded_layer(VectorFile& file, const LatentSizes& s, std::int64_t first, const std::string& name) {
  const Item from = file["outputs"][name];
  return {from["prefill_full"].tensor({s.batch, s.tokens, s.hidden}),
          from["prefill_first_P"].tensor({s.batch, first, s.hidden}),
          from["decode_steps"].tensor({s.batch, s.tokens - first, s.hidden}),
          from["final_cache_latent"].tensor({s.batch, 1, s.tokens, s.rank}),
          from["final_cache_k_rope"].tensor({s.batch, 1, s.tokens, s.rope}),
          file["intermediates"][name + "_attention_probabilities"].tensor({s.batch, s.heads, s.tokens, s.tokens})};
}

RecordedSharedDsa recorded_shared_dsa(VectorFile& file, const LatentSizes& s,
                                      const reference::LightningIndexer& indexer) {
  if (!s.first) {
    file["parameters"]["prefill_len"].refuse("the tokens of the first pass aren't given", "less than S");
  }
  RecordedSharedDsa out;
  out.first = s.first.value_or(1);
  out.one = recorded_layer(file, s, out.first, "first");
  out.two = recorded_layer(file, s, out.first, "second");
  out.x = file["inputs"]["hidden_states"].tensor({s.batch, s.tokens, s.hidden});
  out.index_keys = file["outputs"]["first"]["final_cache_indexer_keys"].tensor(
      {s.batch, 1, s.tokens, indexer.key.weight.size(0)});
  out.top = file["outputs"]["topk_sorted_ascending"].tensor({s.batch, s.tokens, indexer.index.top_k});
  out.scores = file["intermediates"]["index_scores_masked"].tensor({s.batch, s.tokens, s.tokens});
  out.margin = file["intermediates"]["smallest_topk_margin"].number();
  return out;
}

// Both layers on new tokens.
struct Pass {
  reference::Attended one, two;
  Chosen chosen;
};

void compare_shared_dsa(Checks& checks, const SparseLatentLayer& one, const SparseLatentLayer& two,
                        const RecordedSharedDsa& recorded, const reference::Kernel& kernel) {
  const auto real = reference::codec("real");
  reference::Counter counter;
  reference::Cache cache;
  cache.add(std::make_unique<reference::IndexedLayer>(real, real, real, counter));
  cache.add(std::make_unique<reference::DynamicLayer>(real, real, counter));
  const auto pass = [&](std::int64_t from, std::int64_t to) {
    Pass out;
    out.one = sparse_latent_layer({cache, 0, kernel, counter}, one, slice(recorded.x, 1, from, to),
                                  reference::latent_absorbed, out.chosen);
    out.two = sparse_latent_layer({cache, 1, kernel, counter}, two, out.one.output, reference::latent_absorbed,
                                  out.chosen);
    return out;
  };
  const auto near = [&](std::string_view what, const Tensor& expected, const Tensor& ours) {
    checks.near(fmt::format("{} ({})", what, kernel.name), expected, ours, kVectorBound);
  };
  const Pass whole = pass(0, recorded.x.size(1));
  near("first prefill_full", recorded.one.whole, whole.one.output);
  near("second prefill_full", recorded.two.whole, whole.two.output);
  if (whole.one.weights) {
    near("first attention_probabilities", recorded.one.weights, *whole.one.weights);
    near("second attention_probabilities", recorded.two.weights, *whole.two.weights);
    compare_margin(checks, recorded.margin, whole.chosen.scores, recorded.top.size(2));
  }
  near("index_scores_masked", recorded.scores, reshaped(whole.chosen.scores, recorded.scores.shape()));
  checks.near(fmt::format("topk_sorted_ascending ({})", kernel.name), recorded.top,
              reshaped(listed(whole.chosen.blocks, recorded.top.size(2)), recorded.top.shape()));
  cache.reset();
  const Pass part = pass(0, recorded.first);
  near("first prefill_first_P", recorded.one.part, part.one.output);
  near("second prefill_first_P", recorded.two.part, part.two.output);
  Tensor steps_one = slice(recorded.x, 1, 0, 0);
  Tensor steps_two = steps_one;
  for (std::int64_t t = recorded.first; t < recorded.x.size(1); ++t) {
    const Pass step = pass(t, t + 1);
    steps_one = joined(steps_one, step.one.output, 1);
    steps_two = joined(steps_two, step.two.output, 1);
  }
  near("first decode_steps", recorded.one.steps, steps_one);
  near("second decode_steps", recorded.two.steps, steps_two);
  const auto held = [&](std::size_t layer) { return cache.layer(layer).current(); };
  near("first final_cache_latent", recorded.one.latent, held(0).keys.numbers());
  near("first final_cache_k_rope", recorded.one.rope, held(0).values.numbers());
  near("second final_cache_latent", recorded.two.latent, held(1).keys.numbers());
  near("second final_cache_k_rope", recorded.two.rope, held(1).values.numbers());
  near("first final_cache_indexer_keys", recorded.index_keys,
       dynamic_cast<const reference::IndexedLayer&>(cache.layer(0)).current_index().numbers());
}

}  // namespace

void run_dsa_shared(VectorFile& file, Checks& checks) {
  const LatentSizes sizes = latent_sizes(file);
  SparseLatentLayer one{sparse_latent_of(file, sizes, kFirst, checks), std::nullopt};
  one.indexer = indexer_of(file, sizes, "first.indexer.", one.latent, checks);
  SparseLatentLayer two{latent_weights_of(file, sizes, kSecond), std::nullopt};
  two.latent.rotary = one.latent.rotary;
  two.latent.scoring = one.latent.scoring;
  const RecordedSharedDsa recorded = recorded_shared_dsa(file, sizes, *one.indexer);
  if (file.failed()) {
    return;
  }
  for (const reference::Kernel* kernel : sparse_kernels()) {
    compare_shared_dsa(checks, one, two, recorded, *kernel);
  }
}

}  // namespace kvtally
