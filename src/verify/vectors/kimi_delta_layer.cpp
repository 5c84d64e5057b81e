#include "reference/layer/kimi_delta_layer.hpp"

#include <cmath>

#include "reference/kind/convolution_tail.hpp"
#include "verify/vectors/layer_vector.hpp"
#include "verify/vectors/runner.hpp"
#include "verify/vectors/state_layer_run.hpp"

// Layers of Kimi delta attention as Kimi Linear has them.

namespace kvtally {

namespace {

using reference::KimiDeltaLayer;
using reference::Real;
using reference::Tensor;

// Three depthwise convolutions side by side: [channels of all, kernel].
Tensor kernels_of(const Item& weights, std::int64_t width, std::int64_t kernel) {
  if (!can_be(weights, static_cast<double>(3 * width) * static_cast<double>(kernel))) {
    return {};
  }
  const auto one = [&](const std::string& name) {
    return reshaped(weights[name + "_conv1d.weight"].tensor({width, 1, kernel}), {width, kernel});
  };
  return joined(joined(one("q"), one("k"), 0), one("v"), 0);
}

KimiDeltaLayer kimi_delta_layer_of(VectorFile& file, const LayerSizes& s, std::int64_t kernel) {
  const Item weights = file["weights"];
  const Item given = file["parameters"];
  const std::int64_t width = s.heads * s.dim;
  const auto linear = [&](const char* name, std::int64_t out, std::int64_t in) {
    return linear_of(weights, name, out, in);
  };
  return {.heads = {.key_heads = s.heads,
                    .value_heads = s.heads,
                    .query = linear("q_proj", width, s.hidden),
                    .key = linear("k_proj", width, s.hidden),
                    .value = linear("v_proj", width, s.hidden),
                    .convolution = {kernels_of(weights, width, kernel), {}},
                    .eps = static_cast<Real>(given["l2norm_eps"].number())},
          .rate = linear("b_proj", s.heads, s.hidden),
          .decay_down = linear("f_a_proj", s.dim, s.hidden),
          .decay_up = linear("f_b_proj", width, s.dim),
          .log_rate = reshaped(weights["_fp32_params.A_log"].tensor({1, 1, s.heads, 1}), {s.heads}),
          .decay_bias = weights["_fp32_params.dt_bias"].tensor({width}),
          .gate_down = linear("g_a_proj", s.dim, s.hidden),
          .gate_up = linear("g_b_proj", width, s.dim),
          .norm = weights["o_norm.weight"].tensor({s.dim}),
          .eps = static_cast<Real>(given["norm_eps"].number()),
          .output = linear("o_proj", s.hidden, width)};
}

}  // namespace

// One pass was recorded; ours also runs in two, against the same figures.
void run_kda_layer(VectorFile& file, Checks& checks) {
  const LayerSizes s = layer_sizes(file);
  const std::int64_t kernel = file["parameters"]["conv_kernel"].size();
  KimiDeltaLayer layer = kimi_delta_layer_of(file, s, kernel);
  const Tensor x = file["inputs"]["hidden_states"].tensor({s.batch, s.tokens, s.hidden});
  const Tensor output = file["outputs"]["prefill_full"].tensor({s.batch, s.tokens, s.hidden});
  const Tensor matrix = file["outputs"]["final_state"].tensor({s.batch, s.heads, s.dim, s.dim});
  compare_scale(file, 1 / std::sqrt(static_cast<double>(s.dim)), checks);
  if (file.failed()) {
    return;
  }
  const auto allocate = [&](reference::StateLayer& state) {
    const auto real = reference::codec("real");
    state.allocate("matrix", {s.batch, s.heads, s.dim, s.dim}, real);
    allocate_tail(state, "convolution", s.batch, 3 * s.heads * s.dim, kernel, real);
  };
  const auto run = [&](reference::StateLayer& state, const Tensor& tokens, reference::Counter& counter) {
    return kimi_delta_layer(state, layer, tokens, counter);
  };
  StateLayerRecord recorded{{output, matrix, {}}, {}, {}, {}};
  if (s.tokens > 1) {
    recorded.first = s.tokens / 2;
    recorded.prefill.output = slice(output, 1, 0, *recorded.first);
    recorded.decode = {slice(output, 1, *recorded.first, s.tokens), matrix, {}};
  }
  compare_state_layer(checks, {"recurrent", allocate, run}, x, {}, recorded);
  layer.chunk = 4;
  compare_state_layer(checks, {"chunks", allocate, run}, x, {}, recorded);
}

}  // namespace kvtally
