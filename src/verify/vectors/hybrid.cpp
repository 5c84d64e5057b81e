#include "reference/cache/hybrid.hpp"

#include <cmath>
#include <fmt/format.h>

#include "reference/cache/dynamic.hpp"
#include "reference/layer/hybrid_layer.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_run.hpp"
#include "verify/vectors/runner.hpp"
#include "verify/vectors/state_layer_run.hpp"

// A state and attention side by side in one layer.

namespace kvtally {

namespace {

using reference::HybridHeads;
using reference::HybridOutput;
using reference::Real;
using reference::Tensor;

HybridHeads heads_of(VectorFile& file, const LayerSizes& s) {
  const Item weights = file["weights"];
  const Item given = file["parameters"];
  const std::int64_t width = s.heads * s.value_dim;
  return {.heads = s.heads,
          .key_heads = s.key_heads,
          .query = linear_of(weights, "q_proj", s.heads * s.dim, s.hidden),
          .key = linear_of(weights, "k_proj", s.key_heads * s.dim, s.hidden),
          .value = linear_of(weights, "v_proj", s.key_heads * s.value_dim, s.hidden),
          .rate = linear_of(weights, "b_proj", s.heads, s.hidden),
          .decay = linear_of(weights, "a_proj", s.heads, s.hidden),
          .attention_norm = weights["attention_norm.weight"].tensor({width}),
          .state_norm = weights["state_norm.weight"].tensor({width}),
          .output = linear_of(weights, "o_proj", s.hidden, width),
          .eps = static_cast<Real>(given["norm_eps"].number()),
          .length_eps = static_cast<Real>(given["l2norm_eps"].number())};
}

struct RecordedHybrid {
  Tensor x;
  std::int64_t first = 1;
  Tensor whole;              // outputs [batch, tokens, hidden]: over all tokens at once,
  Tensor prefill;            // over the first at once,
  Tensor steps;              // and over the others one by one
  Tensor state_after_first;  // [batch, heads, dim, value dim]
  Tensor last_state;
  Tensor keys;  // [batch, key heads, tokens, dim] at the end
  Tensor values;
  Tensor attended;  // of both halves over all tokens [batch, heads, tokens, value dim]
  Tensor of_state;
  Tensor weights;  // of attention [batch, heads, tokens, tokens]
};

RecordedHybrid recorded_hybrid(VectorFile& file, const LayerSizes& s) {
  const Item outputs = file["outputs"];
  const Item between = file["intermediates"];
  const std::int64_t first = first_tokens(file, s.tokens);
  const reference::Shape state{s.batch, s.heads, s.dim, s.value_dim};
  const reference::Shape by_head{s.batch, s.heads, s.tokens, s.value_dim};
  return {file["inputs"]["hidden_states"].tensor({s.batch, s.tokens, s.hidden}),
          first,
          outputs["prefill_full"].tensor({s.batch, s.tokens, s.hidden}),
          outputs["prefill_first_P"].tensor({s.batch, first, s.hidden}),
          outputs["decode_steps"].tensor({s.batch, s.tokens - first, s.hidden}),
          outputs["state_after_P"].tensor(state),
          outputs["final_state"].tensor(state),
          outputs["final_cache_keys"].tensor({s.batch, s.key_heads, s.tokens, s.dim}),
          outputs["final_cache_values"].tensor({s.batch, s.key_heads, s.tokens, s.value_dim}),
          between["attention_output"].tensor(by_head),
          between["state_output"].tensor(by_head),
          between["attention_probabilities"].tensor({s.batch, s.heads, s.tokens, s.tokens})};
}

// The layer with its memory.
class HybridRun {
 public:
  HybridRun(const HybridHeads& layer, const LayerSizes& s, const reference::Kernel& kernel)
      : layer_(layer), kernel_(kernel) {
    const auto real = reference::codec("real");
    auto state = std::make_unique<reference::StateLayer>(counter_);
    state->allocate("matrix", {s.batch, s.heads, s.dim, s.value_dim}, real);
    auto entries = std::make_unique<reference::DynamicLayer>(real, real, counter_);
    auto memory = std::make_unique<reference::HybridLayer>(std::move(state), std::move(entries));
    memory_ = memory.get();
    cache_.add(std::move(memory));
  }

  HybridOutput on(const Tensor& x, std::int64_t from, std::int64_t to) {
    return hybrid_heads({cache_, 0, kernel_, counter_}, memory_->state(), layer_, slice(x, 1, from, to));
  }
  Tensor state() const { return memory_->state().held("matrix"); }
  reference::KeyValues held() const { return memory_->current(); }
  void forget() { cache_.reset(); }

 private:
  const HybridHeads& layer_;
  const reference::Kernel& kernel_;
  reference::Counter counter_;
  reference::Cache cache_;
  reference::HybridLayer* memory_ = nullptr;
};

void compare_hybrid(const HybridHeads& layer, const LayerSizes& s, const RecordedHybrid& r,
                    const reference::Kernel& kernel, Checks& checks) {
  const auto near = [&](std::string_view what, const Tensor& expected, const Tensor& counted) {
    checks.near(fmt::format("{} ({})", what, kernel.name), expected, counted, kVectorBound);
  };
  HybridRun run(layer, s, kernel);
  const HybridOutput whole = run.on(r.x, 0, s.tokens);
  near("prefill_full", r.whole, whole.output);
  near("attention_output", r.attended, whole.attention.output);
  near("state_output", r.of_state, whole.state);
  if (whole.attention.weights) {
    near("attention_probabilities", r.weights, *whole.attention.weights);
  }
  run.forget();
  near("prefill_first_P", r.prefill, run.on(r.x, 0, r.first).output);
  near("state_after_P", r.state_after_first, run.state());
  Tensor steps({s.batch, 0, s.hidden});
  for (std::int64_t t = r.first; t < s.tokens; ++t) {
    steps = joined(steps, run.on(r.x, t, t + 1).output, 1);
  }
  near("decode_steps", r.steps, steps);
  near("final_state", r.last_state, run.state());
  near("final_cache_keys", r.keys, run.held().keys.numbers());
  near("final_cache_values", r.values, run.held().values.numbers());
}

}  // namespace

void run_hybrid(VectorFile& file, Checks& checks) {
  const LayerSizes s = layer_sizes(file);
  const HybridHeads layer = heads_of(file, s);
  const RecordedHybrid recorded = recorded_hybrid(file, s);
  compare_scale(file, 1 / std::sqrt(static_cast<double>(s.dim)), checks);
  if (file.failed()) {
    return;
  }
  for (const reference::Kernel* kernel : plain_kernels()) {
    compare_hybrid(layer, s, recorded, *kernel, checks);
  }
}

}  // namespace kvtally
