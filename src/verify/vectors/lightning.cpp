#include "reference/kind/lightning.hpp"

#include "reference/layer/fused.hpp"
#include "reference/layer/lightning_layer.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_vector.hpp"
#include "verify/vectors/runner.hpp"
#include "verify/vectors/state_layer_run.hpp"

// Layers of lightning attention as MiniMax has them.

namespace kvtally {

namespace {

using reference::LightningLayer;
using reference::Tensor;

// "block_size" is the caller's.
LightningLayer lightning_layer_of(VectorFile& file, const LayerSizes& s) {
  const Item weights = file["weights"];
  const Item given = file["parameters"];
  const std::int64_t width = s.heads * s.dim;
  const std::vector<reference::Linear> parts =
      unfused(linear_of(weights, "qkv_proj", 3 * width, s.hidden), s.heads, 3);
  return {.heads = s.heads,
          .query = parts[0],
          .key = parts[1],
          .value = parts[2],
          .gate = linear_of(weights, "output_gate", width, s.hidden),
          .norm = weights["norm.weight"].tensor({width}),
          .output = linear_of(weights, "out_proj", s.hidden, width),
          .eps = static_cast<reference::Real>(given["norm_eps"].number()),
          .slopes = reference::lightning_slopes(s.heads, given["layer_idx"].integer(),
                                                given["num_hidden_layers"].size())};
}

StateLayerRecord recorded_lightning(VectorFile& file, const LayerSizes& s) {
  const Item outputs = file["outputs"];
  const std::int64_t first = first_tokens(file, s.tokens);
  const auto record = [&](const char* output, std::int64_t tokens, const char* matrix) {
    return StateRecord{outputs[output].tensor({s.batch, tokens, s.hidden}),
                       outputs[matrix].tensor({s.batch, s.heads, s.dim, s.dim}),
                       {}};
  };
  return {record("prefill_full", s.tokens, "final_state"), first,
          record("prefill_first_P", first, "state_after_P"),
          record("decode_steps", s.tokens - first, "decode_final_state")};
}

}  // namespace

void run_lightning(VectorFile& file, Checks& checks) {
  const LayerSizes s = layer_sizes(file);
  LightningLayer layer = lightning_layer_of(file, s);
  const std::int64_t block = file["parameters"]["block_size"].size();
  const Tensor x = file["inputs"]["hidden_states"].tensor({s.batch, s.tokens, s.hidden});
  const StateLayerRecord recorded = recorded_lightning(file, s);
  checks.near("slope_rate", file["parameters"]["slope_rate"].tensor({s.heads, 1, 1}),
              Tensor({s.heads, 1, 1}, layer.slopes), kVectorBound);
  compare_scale(file, 1, checks);
  if (file.failed()) {
    return;
  }
  const auto allocate = [&](reference::StateLayer& state) {
    state.allocate("matrix", {s.batch, s.heads, s.dim, s.dim}, reference::codec("real"));
  };
  const auto run = [&](reference::StateLayer& state, const Tensor& tokens, reference::Counter& counter) {
    return lightning_layer(state, layer, tokens, counter);
  };
  compare_state_layer(checks, {"recurrent", allocate, run}, x, {}, recorded);
  layer.block = block;
  compare_state_layer(checks, {"blocks", allocate, run}, x, {}, recorded);
}

}  // namespace kvtally
