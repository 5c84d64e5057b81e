#include <algorithm>
#include <array>

#include "account/parameter_list.hpp"

namespace kvtally {

namespace {

const StateTensor* tensor_of(const State& state, StateRole role) {
  const auto tensor = std::ranges::find(state.tensors, role, &StateTensor::role);
  return tensor == state.tensors.end() ? nullptr : &*tensor;
}

// Heads of a matrix state [value heads, key dim, value dim]; the convolution's channels are those of queries, keys
// and values.
struct Matrix {
  std::int64_t heads = 0;
  std::int64_t key_dim = 0;
  std::int64_t value_dim = 0;
  std::int64_t channels = 0;
  std::int64_t taps = 0;

  std::int64_t values() const { return heads * value_dim; }
};

Matrix matrix_of(const State& state) {
  const StateTensor& matrix = *tensor_of(state, StateRole::recurrent);
  const StateTensor* tail = tensor_of(state, StateRole::convolution);
  return {matrix.shape[0], matrix.shape[1], matrix.shape[2], tail == nullptr ? 0 : tail->shape[0],
          tail == nullptr ? 0 : tail->shape[1] + 1};
}

// transformers qwen3_next, Qwen3NextGatedDeltaNet: queries, keys, values and a gate; two numbers a head.
void add_gated_delta(ParameterList& list, const State& state) {
  const Matrix m = matrix_of(state);
  list.add(kAttentionPart, "query, key and value projections", {list.hidden(), m.channels});
  list.add(kAttentionPart, "gate projection", {list.hidden(), m.values()});
  list.add(kAttentionPart, "decay and step projections", {list.hidden(), 2 * m.heads});
  list.add(kAttentionPart, "convolution", {m.channels, m.taps});
  list.add(kAttentionPart, "decay and step constants", {2, m.heads});
  list.add(kAttentionPart, "output norm", {m.value_dim});
  list.add(kAttentionPart, "output projection", {m.values(), list.hidden()});
}

// Kimi Linear (arXiv 2510.26692, section 3; fla KimiDeltaAttention): a decay for each key element and an output
// gate, both of the rank of a head unless the description says otherwise (kda_decay_rank, kda_gate_rank; 0: in
// full).
void add_low_rank(ParameterList& list, const std::string& name, std::int64_t rank, std::int64_t width) {
  if (rank == 0) {
    list.add(kAttentionPart, name, {list.hidden(), width});
  } else {
    list.add(kAttentionPart, name + ", down", {list.hidden(), rank});
    list.add(kAttentionPart, name + ", up", {rank, width});
  }
}

void add_kimi_delta(ParameterList& list, const State& state) {
  const Matrix m = matrix_of(state);
  const std::int64_t decays = m.heads * m.key_dim;
  list.add(kAttentionPart, "query, key and value projections", {list.hidden(), m.channels});
  list.add(kAttentionPart, "convolutions", {m.channels, m.taps});
  add_low_rank(list, "decay projection", list.need("kda_decay_rank"), decays);
  list.add(kAttentionPart, "decay bias", {decays});
  list.add(kAttentionPart, "decay constants", {list.size("kda_decay_constants").value_or(m.heads)});
  list.add(kAttentionPart, "step projection", {list.hidden(), m.heads});
  add_low_rank(list, "output gate", list.need("kda_gate_rank"), m.values());
  list.add(kAttentionPart, "output gate bias", {list.has("kda_gate_bias") ? m.values() : 0});
  list.add(kAttentionPart, "output norm", {m.value_dim});
  list.add(kAttentionPart, "output projection", {m.values(), list.hidden()});
}

// transformers minimax, MiniMaxLightningAttention; Ring and Ling 2.x have the same and norms of queries and keys.
void add_lightning(ParameterList& list, const State& state) {
  const Matrix m = matrix_of(state);
  list.add(kAttentionPart, "query and key projections", {list.hidden(), 2, m.heads * m.key_dim});
  list.add(kAttentionPart, "value projection", {list.hidden(), m.values()});
  list.add(kAttentionPart, "gate projection", {list.hidden(), m.values()});
  list.add(kAttentionPart, "output norm", {m.values()});
  list.add(kAttentionPart, "output projection", {m.values(), list.hidden()});
  list.add(kAttentionPart, "query and key norms", {list.has("qk_norm") ? 2 : 0, m.key_dim});
}

// transformers jamba, JambaMambaMixer: a projection for step, B and C, each normed where mamba_norms is given.
void add_mamba(ParameterList& list, const State& state) {
  const StateTensor& tail = *tensor_of(state, StateRole::convolution);
  const StateTensor& matrix = *tensor_of(state, StateRole::recurrent);
  const std::int64_t inner = matrix.shape[0];
  const std::int64_t size = matrix.shape[1];
  const std::int64_t rank = list.need("mamba_dt_rank");
  list.add(kAttentionPart, "input projection", {list.hidden(), 2, inner});
  list.add(kAttentionPart, "convolution", {inner, tail.shape[1] + 1});
  list.add(kAttentionPart, "convolution bias", {list.has("conv_bias") ? inner : 0});
  list.add(kAttentionPart, "projection to step, B and C", {inner, rank + 2 * size});
  list.add(kAttentionPart, "step projection", {rank, inner});
  list.add(kAttentionPart, "step bias", {inner});
  list.add(kAttentionPart, "decay constants", {inner, size});
  list.add(kAttentionPart, "skip constants", {inner});
  list.add(kAttentionPart, "norms of step, B and C", {list.has("mamba_norms") ? rank + 2 * size : 0});
  list.add(kAttentionPart, "output projection", {inner, list.hidden()});
}

// transformers bamba, BambaMixer: gate, values, B, C and a step a head from one projection.
void add_mamba2(ParameterList& list, const State& state) {
  const StateTensor& tail = *tensor_of(state, StateRole::convolution);
  const StateTensor& matrix = *tensor_of(state, StateRole::recurrent);
  const std::int64_t heads = matrix.shape[0];
  const std::int64_t inner = heads * matrix.shape[1];
  const std::int64_t channels = tail.shape[0];
  list.add(kAttentionPart, "input projection", {list.hidden(), inner + channels + heads});
  list.add(kAttentionPart, "convolution", {channels, tail.shape[1] + 1});
  list.add(kAttentionPart, "convolution bias", {list.has("conv_bias") ? channels : 0});
  list.add(kAttentionPart, "step bias, decay and skip constants", {3, heads});
  list.add(kAttentionPart, "gated norm", {inner});
  list.add(kAttentionPart, "output projection", {inner, list.hidden()});
}

// RWKV-7 (arXiv 2503.14456, appendix; BlinkDL/RWKV-LM RWKV-v7): six mixes, four projections, low ranks for decay,
// step and gate, and a norm of the heads with a bias. The value residual, which the first layer lacks, is the
// description's.
void add_rwkv7(ParameterList& list, const State& state) {
  const Matrix m = matrix_of(state);
  const std::int64_t hidden = list.hidden();
  list.add(kAttentionPart, "token mixes", {6, hidden});
  list.add(kAttentionPart, "receptance, key, value and output projections", {4, hidden, m.values()});
  for (const std::string_view key : {"rwkv_decay_rank", "rwkv_step_rank", "rwkv_gate_rank"}) {
    list.add(kAttentionPart, std::string(key), {2, hidden, list.need(key)});
  }
  list.add(kAttentionPart, "decay and step bases", {2, hidden});
  list.add(kAttentionPart, "key scales and bonus", {3, hidden});
  list.add(kAttentionPart, "output norm and bias", {2, hidden});
}

// LFM2 (transformers lfm2): three gates of the hidden width around a depthwise convolution.
void add_short_convolution(ParameterList& list, const State& state) {
  const StateTensor& tail = *tensor_of(state, StateRole::convolution);
  list.add(kAttentionPart, "input projection", {list.hidden(), 3, tail.shape[0]});
  list.add(kAttentionPart, "convolution", {tail.shape[0], tail.shape[1] + 1});
  list.add(kAttentionPart, "output projection", {tail.shape[0], list.hidden()});
}

struct StateParameterRule {
  std::string_view kind;
  void (*add)(ParameterList&, const State&);
};

constexpr std::array kRules{
    StateParameterRule{"gdn", add_gated_delta},        StateParameterRule{"kda", add_kimi_delta},
    StateParameterRule{"lightning", add_lightning},    StateParameterRule{"mamba", add_mamba},
    StateParameterRule{"mamba2", add_mamba2},          StateParameterRule{"rwkv7", add_rwkv7},
    StateParameterRule{"conv", add_short_convolution},
};

}  // namespace

void add_state(ParameterList& list, const State& state) {
  const auto* rule = std::ranges::find(kRules, state.kind, &StateParameterRule::kind);
  if (rule == kRules.end()) {
    list.miss("the weights of a '" + state.kind + "' state");
  } else {
    rule->add(list, state);
  }
}

}  // namespace kvtally
