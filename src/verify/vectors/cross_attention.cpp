#include <fmt/format.h>

#include "reference/cache/cross.hpp"
#include "reference/layer/cross_layer.hpp"
#include "reference/storage/codec.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_run.hpp"
#include "verify/vectors/runner.hpp"

// Text that looks at an encoder's states: in one call, and in two, of which the second finds the states in the
// memory.

namespace kvtally {

namespace {

using reference::Real;
using reference::Tensor;

struct RecordedCross {
  Tensor x, states, output, output_in_two_calls, keys, values, weights;
};

RecordedCross recorded_cross(VectorFile& file, const LayerSizes& sizes) {
  std::int64_t states = file["parameters"]["T"].size();
  if (!can_be(file["parameters"]["T"], static_cast<double>(states) * static_cast<double>(sizes.batch) *
                                           static_cast<double>(sizes.hidden + sizes.heads * sizes.tokens +
                                                               sizes.key_heads * (sizes.dim + sizes.value_dim)))) {
    states = 1;
  }
  const Item outputs = file["outputs"];
  const reference::Shape rows{sizes.batch, sizes.tokens, sizes.hidden};
  const auto kept = [&](std::int64_t dim) { return reference::Shape{sizes.batch, sizes.key_heads, states, dim}; };
  return {
      file["inputs"]["hidden_states"].tensor(rows),
      file["inputs"]["cross_states"].tensor({sizes.batch, states, sizes.hidden}),
      outputs["output"].tensor(rows),
      outputs["output_in_two_calls"].tensor(rows),
      outputs["final_cache_keys"].tensor(kept(sizes.dim)),
      outputs["final_cache_values"].tensor(kept(sizes.value_dim)),
      file["intermediates"]["attention_probabilities"].tensor({sizes.batch, sizes.heads, sizes.tokens, states})};
}

void compare_cross(Checks& checks, const RecordedCross& recorded, const reference::SoftmaxLayer& layer,
                   const reference::Kernel& kernel) {
  const auto name = [&](const char* what) { return fmt::format("{} ({})", what, kernel.name); };
  reference::Counter counter;
  const auto fresh = [&] {
    reference::Cache cache;
    cache.add(
        std::make_unique<reference::CrossLayer>(reference::codec("real"), reference::codec("real"), counter));
    return cache;
  };
  reference::Cache one = fresh();
  const reference::Attended whole = cross_layer({one, 0, kernel, counter}, layer, recorded.x, recorded.states);
  checks.near(name("output"), recorded.output, whole.output, kVectorBound);
  if (whole.weights) {
    checks.near(name("attention_probabilities"), recorded.weights, *whole.weights, kVectorBound);
  }

  reference::Cache two = fresh();
  const reference::Means means{two, 0, kernel, counter};
  const std::int64_t tokens = recorded.x.size(1);
  const std::int64_t first = (tokens + 1) / 2;
  const Tensor part = cross_layer(means, layer, slice(recorded.x, 1, 0, first), recorded.states).output;
  const Tensor rest = cross_layer(means, layer, slice(recorded.x, 1, first, tokens), std::nullopt).output;
  checks.near(name("output_in_two_calls"), recorded.output_in_two_calls, joined(part, rest, 1), kVectorBound);
  checks.near(name("two calls are one"), whole.output, joined(part, rest, 1));
  const reference::KeyValues held = two.layer(0).current();
  checks.near(name("final_cache_keys"), recorded.keys, held.keys.numbers(), kVectorBound);
  checks.near(name("final_cache_values"), recorded.values, held.values.numbers(), kVectorBound);
}

}  // namespace

void run_cross_attention(VectorFile& file, Checks& checks) {
  const LayerSizes sizes = layer_sizes(file);
  reference::SoftmaxLayer layer = projections_of(file, sizes);
  layer.norm = reference::HeadNorm{.sort = reference::HeadNorm::Sort::head,
                                   .eps = static_cast<Real>(file["parameters"]["norm_eps"].number()),
                                   .query_weight = file["weights"]["q_norm.weight"].tensor({sizes.dim}),
                                   .key_weight = file["weights"]["k_norm.weight"].tensor({sizes.dim})};
  const RecordedCross recorded = recorded_cross(file, sizes);
  if (file.failed()) {
    return;
  }
  for (const reference::Kernel* kernel : plain_kernels()) {
    compare_cross(checks, recorded, layer, *kernel);
  }
}

}  // namespace kvtally
