#include "reference/kind/shared_layers.hpp"

#include <fmt/format.h>

#include "reference/cache/dynamic.hpp"
#include "reference/cache/shared.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_run.hpp"
#include "verify/vectors/runner.hpp"

// Two layers on one memory: the owner's keys and values, and another that makes queries alone.

namespace kvtally {

namespace {

using reference::SoftmaxLayer;
using reference::Tensor;

// What one of the two has: its layer, its input and what was recorded of it.
struct Half {
  SoftmaxLayer layer;
  Tensor x, output, steps, weights;
};

Half half_of(VectorFile& file, const LayerSizes& s, const std::string& name, std::int64_t steps) {
  const Item outputs = file["outputs"];
  Half half;
  half.layer.heads = s.heads;
  half.layer.key_heads = s.key_heads;
  half.layer.scoring = scoring_of(file, s.heads);
  half.layer.query = linear_of(file["weights"], name + ".q_proj", s.heads * s.dim, s.hidden);
  half.layer.output = linear_of(file["weights"], name + ".o_proj", s.hidden, s.heads * s.dim);
  half.x = file["inputs"][name].tensor({s.batch, s.tokens, s.hidden});
  half.output = outputs[name].tensor({s.batch, s.tokens, s.hidden});
  half.steps = outputs[name + "_decode_steps"].tensor({s.batch, steps, s.hidden});
  half.weights = file["intermediates"][name + "_probabilities"].tensor({s.batch, s.heads, s.tokens, s.tokens});
  return half;
}

struct Outputs {
  reference::Attended owner;
  reference::Attended sharer;
};

// The tokens [from, to) through both layers.
Outputs run(const Half& owner, const Half& sharer, reference::Cache& cache, const reference::Kernel& kernel,
            std::int64_t from, std::int64_t to) {
  reference::Counter counter;
  const Tensor x = slice(sharer.x, 1, from, to);
  Outputs out{softmax_layer({cache, 0, kernel, counter}, owner.layer, slice(owner.x, 1, from, to)), {}};
  out.sharer = shared_layer({cache, 1, kernel, counter}, queries_of(sharer.layer, x, from, counter),
                            reference::causal(), sharer.layer.scoring);
  out.sharer.output = output_of(sharer.layer, out.sharer.output, x, counter);
  return out;
}

void compare_shared_layers(Checks& checks, const Half& owner, const Half& sharer, std::int64_t first,
                           const reference::KeyValues& recorded, const reference::Kernel& kernel) {
  const auto name = [&](const std::string& what) { return fmt::format("{} ({})", what, kernel.name); };
  const auto real = reference::codec("real");
  reference::Counter counter;
  reference::Cache cache;
  cache.add(std::make_unique<reference::DynamicLayer>(real, real, counter));
  cache.add(std::make_unique<reference::SharedLayer>(cache.layer(0)));
  const Outputs whole = run(owner, sharer, cache, kernel, 0, owner.x.size(1));
  cache.layer(0).reset();
  run(owner, sharer, cache, kernel, 0, first);
  Tensor owner_steps = slice(owner.output, 1, 0, 0);
  Tensor sharer_steps = owner_steps;
  for (std::int64_t t = first; t < owner.x.size(1); ++t) {
    const Outputs step = run(owner, sharer, cache, kernel, t, t + 1);
    owner_steps = joined(owner_steps, step.owner.output, 1);
    sharer_steps = joined(sharer_steps, step.sharer.output, 1);
  }
  const auto compare_half = [&](const std::string& which, const Half& half, const reference::Attended& ours,
                                const Tensor& steps) {
    checks.near(name(which), half.output, ours.output, kVectorBound);
    checks.near(name(which + "_decode_steps"), half.steps, steps, kVectorBound);
    if (ours.weights) {
      checks.near(name(which + "_probabilities"), half.weights, *ours.weights, kVectorBound);
    }
  };
  compare_half("owner", owner, whole.owner, owner_steps);
  compare_half("sharer", sharer, whole.sharer, sharer_steps);
  const reference::KeyValues held = cache.layer(1).current();
  checks.near(name("final_cache_keys"), recorded.keys.numbers(), held.keys.numbers(), kVectorBound);
  checks.near(name("final_cache_values"), recorded.values.numbers(), held.values.numbers(), kVectorBound);
}

}  // namespace

void run_shared_layers(VectorFile& file, Checks& checks) {
  const LayerSizes s = layer_sizes(file);
  const Item first = file["parameters"]["prefill_len"];
  const std::int64_t prefill = first.size();
  if (prefill >= s.tokens) {
    first.refuse(fmt::format("{} of {} tokens leave no step", prefill, s.tokens));
  }
  const std::int64_t steps = std::max<std::int64_t>(s.tokens - prefill, 0);
  Half owner = half_of(file, s, "owner", steps);
  const Half sharer = half_of(file, s, "sharer", steps);
  owner.layer.key = linear_of(file["weights"], "owner.k_proj", s.key_heads * s.dim, s.hidden);
  owner.layer.value = linear_of(file["weights"], "owner.v_proj", s.key_heads * s.dim, s.hidden);
  const reference::Shape rows{s.batch, s.key_heads, s.tokens, s.dim};
  const auto positions = reference::positions_from(0, s.tokens);
  const reference::KeyValues held{{file["outputs"]["final_cache_keys"].tensor(rows), positions},
                                  {file["outputs"]["final_cache_values"].tensor(rows), positions}};
  if (file.failed()) {
    return;
  }
  for (const reference::Kernel* kernel : plain_kernels()) {
    compare_shared_layers(checks, owner, sharer, prefill, held, *kernel);
  }
}

}  // namespace kvtally
