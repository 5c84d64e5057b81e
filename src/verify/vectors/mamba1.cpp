#include "reference/kind/mamba.hpp"
#include "reference/layer/mamba_layer.hpp"
#include "reference/tensor/elementwise.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_vector.hpp"
#include "verify/vectors/recurrent_run.hpp"
#include "verify/vectors/runner.hpp"

// Mamba: the whole layer, and the selective scan alone.

namespace kvtally {

namespace {

using reference::codec;
using reference::Counter;
using reference::MambaLayer;
using reference::StateLayer;
using reference::Tensor;

MambaLayer mamba_of(VectorFile& file, const RecurrentSizes& sizes, std::int64_t state) {
  const Item weights = file["weights"];
  const std::int64_t inner = sizes.channels;
  const std::int64_t rank = file["parameters"]["dt_rank"].size();
  return {.in = linear_of(weights, "in_proj", 2 * inner, sizes.hidden),
          .convolution = convolution_of(weights, "conv1d", sizes),
          .step = linear_of(weights, "x_proj", rank + 2 * state, inner),
          .delta = linear_of(weights, "dt_proj", inner, rank),
          .a_log = weights["A_log"].tensor({inner, state}),
          .skip = weights["D"].tensor({inner}),
          .out = linear_of(weights, "out_proj", sizes.hidden, inner)};
}

// [batch, channels, tokens] to [batch, tokens, channels], and back.
Tensor channels_last(const Tensor& x) {
  return reshaped(transposed(reshaped(x, {x.size(0), 1, x.size(1), x.size(2)})),
                  {x.size(0), x.size(2), x.size(1)});
}

// softplus(δ + b), b for each channel.
Tensor step_sizes(const Tensor& raw, const Tensor& bias) {
  Tensor out = raw;
  for (std::size_t i = 0; i < out.values().size(); ++i) {
    out.values()[i] = reference::softplus(out.values()[i] + bias.values()[i % bias.values().size()]);
  }
  return out;
}

}  // namespace

void run_mamba1(VectorFile& file, Checks& checks) {
  RecurrentSizes sizes = recurrent_sizes(file);
  sizes.channels = file["parameters"]["inner"].size();
  const std::int64_t size = file["parameters"]["state"].size();
  const MambaLayer layer = mamba_of(file, sizes, size);
  const RecurrentFigures recorded = recurrent_figures(file, sizes, {sizes.batch, sizes.channels, size});
  if (file.failed()) {
    return;
  }
  Counter counter;
  compare_recurrent(
      checks, "",
      {.allocate =
           [&](StateLayer& state) { allocate_mamba(state, layer, sizes.batch, codec("real"), codec("real")); },
       .run = [&](StateLayer& state, const Tensor& x) { return mamba_layer(state, layer, x, counter); },
       .inputs = [&](const Tensor& x) { return slice(projected(x, layer.in, counter), 2, 0, sizes.channels); },
       .state =
           [&](const StateLayer& state) {
             return reshaped(state.held("state"), {sizes.batch, sizes.channels, size});
           }},
      recorded, sizes);
}

void run_mamba1_scan(VectorFile& file, Checks& checks) {
  const Item given = file["parameters"];
  const std::int64_t batch = given["B"].size();
  const std::int64_t inner = given["D"].size();
  const std::int64_t size = given["N"].size();
  const std::int64_t tokens = given["T"].size();
  const Item inputs = file["inputs"];
  const auto of_tokens = [&](const char* name, std::int64_t width) {
    return channels_last(inputs[name].tensor({batch, width, tokens}));
  };
  const Tensor x = of_tokens("u", inner);
  const Tensor raw = of_tokens("dt", inner);
  const Tensor write = of_tokens("B", size);
  const Tensor read = of_tokens("C", size);
  const Tensor gate = of_tokens("z", inner);
  const Tensor a = inputs["A"].tensor({inner, size});
  const Tensor skip = inputs["D"].tensor({inner});
  const Tensor bias = inputs["delta_bias"].tensor({inner});
  const Tensor y = file["outputs"]["y"].tensor({batch, inner, tokens});
  const Tensor final = file["outputs"]["final_state"].tensor({batch, inner, size});
  if (file.failed()) {
    return;
  }
  Counter counter;
  StateLayer state(counter);
  state.allocate("state", {batch, 1, inner, size}, codec("real"));
  const Tensor ours = selective_scan(state, "state", {x, step_sizes(raw, bias), write, read}, a, skip, counter);
  checks.near("y", y, channels_last(times(ours, mapped(gate, reference::silu))), kVectorBound);
  checks.near("final_state", final, reshaped(state.held("state"), final.shape()), kVectorBound);
}

}  // namespace kvtally
