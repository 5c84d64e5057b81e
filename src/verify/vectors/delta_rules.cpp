#include <array>
#include <cmath>

#include "reference/kind/dplr_cases.hpp"
#include "reference/kind/dplr_chunks.hpp"
#include "reference/kind/kimi_delta.hpp"
#include "reference/layer/convolved_heads.hpp"
#include "reference/tensor/norm.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/runner.hpp"
#include "verify/vectors/state_vector.hpp"

// The delta rule alone: plain, gated by head, gated by channel, and in general (DPLR).

namespace kvtally {

namespace {

using reference::Counter;
using reference::DeltaGates;
using reference::NewTokens;
using reference::Tensor;

constexpr std::array kGeneral{
    StateFigure{"recurrent_output", "recurrent_final_state", true},
    StateFigure{"chunk_output", "chunk_final_state", true},
};

using GatedRule = Tensor (*)(const NewTokens& tokens, const DeltaGates& gates, Tensor& states, Counter& counter);

// A gated rule, and its chunks.
void compare_gated(VectorFile& file, const StateVector& v, const NewTokens& tokens, const DeltaGates& gates,
                   GatedRule rule, Checks& checks) {
  const std::int64_t size = file["parameters"]["chunk_size"].size();
  const auto recurrent = [&](Tensor& s, Counter& c) { return rule(tokens, gates, s, c); };
  const auto chunks = [&](Tensor& s, Counter& c) {
    return dplr_chunks(gated_delta_case(tokens, gates), size, s, c);
  };
  compare_state(file, v, usual_state_figures(), {{"recurrent", recurrent}, {"chunks", chunks}}, checks);
}

AxisOrder order_of(const Item& layout) {
  const std::string name = layout.text();
  if (name != "BHTD" && name != "BTHD") {
    layout.refuse("a layout '" + name + "' isn't known", "BHTD or BTHD");
  }
  return name == "BHTD" ? AxisOrder::heads_first : AxisOrder::tokens_first;
}

}  // namespace

void run_delta_rule(VectorFile& file, Checks& checks) {
  const StateVector v = state_vector(file, order_of(file["parameters"]["layout"]));
  const NewTokens tokens = scaled(v);
  const Tensor rate = gate_of(file, v, "beta");
  const std::int64_t size = file["parameters"]["chunk_size"].size();
  const auto recurrent = [&](Tensor& s, Counter& c) { return delta_rule(tokens, rate, s, c); };
  const auto chunks = [&](Tensor& s, Counter& c) { return dplr_chunks(delta_case(tokens, rate), size, s, c); };
  compare_state(file, v, usual_state_figures(), {{"recurrent", recurrent}, {"chunks", chunks}}, checks);
}

void run_gated_delta_rule(VectorFile& file, Checks& checks) {
  const StateVector v = state_vector(file, AxisOrder::tokens_first);
  NewTokens tokens = v.given;
  if (file["parameters"]["qk_l2norm"].flag()) {
    const auto eps = static_cast<reference::Real>(file["parameters"]["l2norm_eps"].number());
    if (!file.failed()) {
      tokens = {l2_norm(tokens.query, eps), l2_norm(tokens.keys, eps), tokens.values};
    }
  }
  const DeltaGates gates{gate_of(file, v, "g"), gate_of(file, v, "beta")};
  compare_gated(file, v, scaled(v, tokens), gates, reference::gated_delta, checks);
}

// The decay is given twice: raw, and as the gate makes it.
void run_kda(VectorFile& file, Checks& checks) {
  const StateVector v = state_vector(file, AxisOrder::tokens_first);
  const std::int64_t channels = v.heads * v.key_dim;
  const Tensor raw = file["inputs"]["g_raw"].tensor({v.batch, v.tokens, channels});
  const Tensor log_rate = file["weights"]["A_log"].tensor({v.heads});
  const Tensor bias = file["weights"]["dt_bias"].tensor({channels});
  const DeltaGates gates{channel_gate_of(file, v, "g"), gate_of(file, v, "beta")};
  if (!file.failed()) {
    const Tensor ours = log_decays(split_heads(raw, v.heads), log_rate, bias);
    checks.near("g", gates.log_decay, ours, kVectorBound);
  }
  compare_gated(file, v, scaled(v), gates, reference::kimi_delta, checks);
}

void run_dplr(VectorFile& file, Checks& checks) {
  const StateVector v = state_vector(file, AxisOrder::heads_first);
  const reference::LowRankTokens given{scaled(v), channel_gate_of(file, v, "gk"),
                                       channel_gate_of(file, v, "alpha"), channel_gate_of(file, v, "beta")};
  const std::int64_t size = file["parameters"]["chunk_size"].size();
  const auto recurrent = [&](Tensor& s, Counter& c) { return dplr(given, s, c); };
  const auto chunks = [&](Tensor& s, Counter& c) { return dplr_chunks(given, size, s, c); };
  compare_state(file, v, kGeneral, {{"recurrent", recurrent}, {"chunks", chunks}}, checks);
}

}  // namespace kvtally
