#include "reference/layer/gated_delta_layer.hpp"

#include <cmath>
#include <fmt/format.h>

#include "reference/kind/convolution_tail.hpp"
#include "reference/layer/fused.hpp"
#include "verify/vectors/layer_vector.hpp"
#include "verify/vectors/runner.hpp"
#include "verify/vectors/state_layer_run.hpp"

// Layers of gated DeltaNet as Qwen3-Next has them.

namespace kvtally {

namespace {

using reference::GatedDeltaLayer;
using reference::Real;
using reference::Tensor;

struct GatedDeltaSizes {
  std::int64_t batch = 1;
  std::int64_t tokens = 1;
  std::int64_t hidden = 1;
  std::int64_t key_heads = 1;
  std::int64_t value_heads = 1;
  std::int64_t key_dim = 1;
  std::int64_t value_dim = 1;
  std::int64_t kernel = 1;

  std::int64_t channels() const { return 2 * key_heads * key_dim + value_heads * value_dim; }
};

GatedDeltaSizes gated_delta_sizes(const Item& given) {
  const GatedDeltaSizes s{given["B"].size(),           given["S"].size(),           given["hidden"].size(),
                          given["num_k_heads"].size(), given["num_v_heads"].size(), given["head_k_dim"].size(),
                          given["head_v_dim"].size(),  given["conv_kernel"].size()};
  if (s.value_heads % s.key_heads != 0) {
    given["num_k_heads"].refuse(
        fmt::format("{} heads of values can't share {} of keys evenly", s.value_heads, s.key_heads));
    return {};
  }
  const double widest = 2 * static_cast<double>(s.channels() + s.hidden) +
                        static_cast<double>(s.value_heads) * static_cast<double>(s.key_dim * s.value_dim);
  return can_be(given, static_cast<double>(s.batch * s.tokens + s.hidden + s.kernel) * widest) ? s
                                                                                               : GatedDeltaSizes{};
}

GatedDeltaLayer gated_delta_layer_of(VectorFile& file, const GatedDeltaSizes& s) {
  const Item weights = file["weights"];
  const Item given = file["parameters"];
  const std::int64_t group = s.value_heads / s.key_heads;
  const std::vector<std::int64_t> heights{s.key_dim, s.key_dim, group * s.value_dim, group * s.value_dim};
  const std::int64_t width = s.value_heads * s.value_dim;
  const auto qkvz =
      unfused(linear_of(weights, "in_proj_qkvz", s.channels() + width, s.hidden), s.key_heads, heights);
  const auto ba = unfused(linear_of(weights, "in_proj_ba", 2 * s.value_heads, s.hidden), s.key_heads, 2);
  const Tensor kernel = weights["conv1d.weight"].tensor({s.channels(), 1, s.kernel});
  return {.heads = {.key_heads = s.key_heads,
                    .value_heads = s.value_heads,
                    .query = qkvz[0],
                    .key = qkvz[1],
                    .value = qkvz[2],
                    .convolution = {reshaped(kernel, {s.channels(), s.kernel}), {}},
                    .eps = static_cast<Real>(given["l2norm_eps"].number())},
          .rate = ba[0],
          .decay = ba[1],
          .log_rate = weights["A_log"].tensor({s.value_heads}),
          .decay_bias = weights["dt_bias"].tensor({s.value_heads}),
          .gate = qkvz[3],
          .norm = weights["norm.weight"].tensor({s.value_dim}),
          .eps = static_cast<Real>(given["norm_eps"].number()),
          .output = linear_of(weights, "out_proj", s.hidden, width)};
}

StateLayerRecord recorded_gated_delta(VectorFile& file, const GatedDeltaSizes& s) {
  const Item outputs = file["outputs"];
  const std::int64_t first = first_tokens(file, s.tokens);
  const auto record = [&](const char* output, std::int64_t tokens, const char* matrix, const char* tail) {
    return StateRecord{outputs[output].tensor({s.batch, tokens, s.hidden}),
                       outputs[matrix].tensor({s.batch, s.value_heads, s.key_dim, s.value_dim}),
                       outputs[tail].tensor({s.batch, s.channels(), s.kernel})};
  };
  return {{outputs["prefill_full"].tensor({s.batch, s.tokens, s.hidden}), {}, {}},
          first,
          record("prefill_first_P", first, "recurrent_state_after_P", "conv_state_after_P"),
          record("decode_steps", s.tokens - first, "final_recurrent_state", "final_conv_state")};
}

}  // namespace

void run_gated_deltanet_layer(VectorFile& file, Checks& checks) {
  const GatedDeltaSizes s = gated_delta_sizes(file["parameters"]);
  GatedDeltaLayer layer = gated_delta_layer_of(file, s);
  const Tensor x = file["inputs"]["hidden_states"].tensor({s.batch, s.tokens, s.hidden});
  const StateLayerRecord recorded = recorded_gated_delta(file, s);
  compare_scale(file, 1 / std::sqrt(static_cast<double>(s.key_dim)), checks);
  if (file.failed()) {
    return;
  }
  const auto allocate = [&](reference::StateLayer& state) {
    const auto real = reference::codec("real");
    state.allocate("matrix", {s.batch, s.value_heads, s.key_dim, s.value_dim}, real);
    allocate_tail(state, "convolution", s.batch, s.channels(), s.kernel, real);
  };
  const auto run = [&](reference::StateLayer& state, const Tensor& tokens, reference::Counter& counter) {
    return gated_delta_layer(state, layer, tokens, counter);
  };
  reference::Counter counter;
  const Tensor inputs = convolution_inputs(layer.heads, x, counter);
  compare_state_layer(checks, {"recurrent", allocate, run}, x, inputs, recorded);
  layer.chunk = 4;
  compare_state_layer(checks, {"chunks", allocate, run}, x, inputs, recorded);
}

}  // namespace kvtally
