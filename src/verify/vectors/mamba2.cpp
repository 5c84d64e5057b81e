#include <fmt/format.h>

#include "reference/kind/mamba2_chunked.hpp"
#include "reference/layer/mamba2_layer.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_vector.hpp"
#include "verify/vectors/recurrent_run.hpp"
#include "verify/vectors/runner.hpp"

// Mamba-2: the whole layer, and the state-space dual alone; each token by token and chunk by chunk.

namespace kvtally {

namespace {

using reference::codec;
using reference::Counter;
using reference::Mamba2Layer;
using reference::Real;
using reference::StateLayer;
using reference::Tensor;

struct Mamba2Sizes {
  std::int64_t heads, dim, state, groups, chunk;
};

Mamba2Sizes mamba2_sizes(const Item& given, const char* heads, const char* dim, const char* state,
                         const char* groups) {
  const Mamba2Sizes sizes{given[heads].size(), given[dim].size(), given[state].size(), given[groups].size(),
                          given["chunk_size"].size()};
  if (sizes.heads % sizes.groups != 0) {
    given[groups].refuse(fmt::format("{} heads can't share {} groups evenly", sizes.heads, sizes.groups));
  }
  return sizes;
}

reference::StepLimits limits_of(const Item& given) {
  reference::StepLimits limits;
  const Item list = given["dt_limit"];
  const std::vector<Item> pair = list.items();
  if (pair.size() != 2) {
    list.refuse("the limits of a step size are two numbers");
    return limits;
  }
  limits.least = static_cast<Real>(pair[0].number());
  limits.most = static_cast<Real>(pair[1].number());
  if (!(limits.least <= limits.most)) {
    list.refuse("the least step size is above the largest");
  }
  const std::string when = given["dt_limit_applies"].text();
  limits.single_tokens = when == "always";
  if (!limits.single_tokens && !when.starts_with("prefill only: ")) {
    given["dt_limit_applies"].refuse(fmt::format("'{}' isn't understood", when), "always, or prefill only: …");
  }
  return limits;
}

Mamba2Layer mamba2_of(VectorFile& file, const RecurrentSizes& sizes, const Mamba2Sizes& s) {
  const Item weights = file["weights"];
  const std::int64_t inner = s.heads * s.dim;
  return {.groups = s.groups,
          .in = linear_of(weights, "in_proj", inner + sizes.channels + s.heads, sizes.hidden),
          .convolution = convolution_of(weights, "conv1d", sizes),
          .delta_bias = weights["dt_bias"].tensor({s.heads}),
          .limits = limits_of(file["parameters"]),
          .a_log = weights["A_log"].tensor({s.heads}),
          .skip = weights["D"].tensor({s.heads}),
          .norm = weights["norm.weight"].tensor({inner}),
          .eps = static_cast<Real>(file["parameters"]["norm_eps"].number()),
          .out = linear_of(weights, "out_proj", sizes.hidden, inner)};
}

void compare_layer(Checks& checks, const std::string& form, const Mamba2Layer& layer,
                   const RecurrentFigures& recorded, const RecurrentSizes& sizes) {
  const std::int64_t inner = layer.norm.size(0);
  Counter counter;
  compare_recurrent(
      checks, form,
      {.allocate =
           [&](StateLayer& state) { allocate_mamba2(state, layer, sizes.batch, codec("real"), codec("real")); },
       .run = [&](StateLayer& state, const Tensor& x) { return mamba2_layer(state, layer, x, counter); },
       .inputs =
           [&](const Tensor& x) {
             return slice(projected(x, layer.in, counter), 2, inner, inner + sizes.channels);
           },
       .state = [](const StateLayer& state) { return transposed(state.held("state")); }},
      recorded, sizes);
}

}  // namespace

void run_mamba2(VectorFile& file, Checks& checks) {
  const Mamba2Sizes s = mamba2_sizes(file["parameters"], "num_heads", "head_dim", "state", "n_groups");
  RecurrentSizes sizes = recurrent_sizes(file);
  sizes.channels = s.heads * s.dim + 2 * s.groups * s.state;
  Mamba2Layer layer = mamba2_of(file, sizes, s);
  const RecurrentFigures recorded = recurrent_figures(file, sizes, {sizes.batch, s.heads, s.dim, s.state});
  if (file.failed()) {
    return;
  }
  compare_layer(checks, " (token by token)", layer, recorded, sizes);
  layer.chunk = s.chunk;
  compare_layer(checks, " (chunked)", layer, recorded, sizes);
}

void run_mamba2_scan(VectorFile& file, Checks& checks) {
  const Item given = file["parameters"];
  const Item inputs = file["inputs"];
  const std::int64_t batch = given["B"].size();
  const std::int64_t tokens = given["T"].size();
  const Mamba2Sizes s = mamba2_sizes(given, "H", "P", "N", "G");
  const auto by_head = [&](const char* name, std::int64_t heads, std::int64_t dim) {
    return heads_first(inputs[name].tensor({batch, tokens, heads, dim}));
  };
  const Tensor raw = inputs["dt"].tensor({batch, tokens, s.heads});
  const Tensor bias = inputs["dt_bias"].tensor({s.heads});
  const reference::DualWeights weights{inputs["A"].tensor({s.heads}), inputs["D"].tensor({s.heads})};
  reference::DualTokens dual{by_head("x", s.heads, s.dim), raw, by_head("B", s.groups, s.state),
                             by_head("C", s.groups, s.state)};
  const Tensor initial = inputs["initial_state"].tensor({batch, s.heads, s.dim, s.state});
  const Tensor y = file["outputs"]["y"].tensor({batch, tokens, s.heads, s.dim});
  const Tensor final = file["outputs"]["final_state"].tensor({batch, s.heads, s.dim, s.state});
  if (file.failed()) {
    return;
  }
  dual.delta = reference::step_sizes(raw, bias, {}, 0);
  for (const std::int64_t chunk : {std::int64_t{0}, s.chunk}) {
    const std::string form = chunk == 0 ? " (token by token)" : " (chunked)";
    Counter counter;
    StateLayer state(counter);
    state.allocate("state", {batch, s.heads, s.state, s.dim}, codec("real"));
    state.write("state", transposed(initial));
    const Tensor ours = chunk == 0 ? state_space_dual(state, "state", dual, weights, counter)
                                   : state_space_dual_chunked(state, "state", dual, weights, chunk, counter);
    checks.near("y" + form, y, heads_first(ours), kVectorBound);
    checks.near("final_state" + form, final, transposed(state.held("state")), kVectorBound);
  }
}

}  // namespace kvtally
