#include "reference/kind/gated_linear.hpp"

#include <array>

#include "reference/kind/dplr_cases.hpp"
#include "reference/kind/dplr_chunks.hpp"
#include "verify/vectors/runner.hpp"
#include "verify/vectors/state_vector.hpp"

// Linear attention with gates: one for each key channel (gla), or one for a head (simple_gla).

namespace kvtally {

namespace {

using reference::Counter;
using reference::Tensor;

constexpr std::array kSimple{
    StateFigure{"recurrent_zero_state", "final_state_zero", false},
    StateFigure{"recurrent_with_initial_state", "final_state_with_initial", true},
    StateFigure{"chunk_with_initial_state", "chunk_final_state_with_initial", true},
    StateFigure{"parallel_zero_state", "", false},
};

StateForm chunks_of(const reference::NewTokens& tokens, const Tensor& log_decay, std::string_view name,
                    std::int64_t size) {
  return {name, [&tokens, &log_decay, size](Tensor& states, Counter& counter) {
            return dplr_chunks(gated_linear_case(tokens, log_decay), size, states, counter);
          }};
}

}  // namespace

void run_gla(VectorFile& file, Checks& checks) {
  const StateVector v = state_vector(file, AxisOrder::tokens_first);
  const reference::NewTokens tokens = scaled(v);
  const Tensor log_decay = channel_gate_of(file, v, "gk");
  const auto recurrent = [&](Tensor& states, Counter& counter) {
    return gated_linear(tokens, log_decay, states, counter);
  };
  compare_state(file, v, usual_state_figures(),
                {{"recurrent", recurrent}, chunks_of(tokens, log_decay, "chunks", 4)}, checks);
}

void run_simple_gla(VectorFile& file, Checks& checks) {
  const StateVector v = state_vector(file, AxisOrder::tokens_first);
  const reference::NewTokens tokens = scaled(v);
  const Tensor log_decay = gate_of(file, v, "g");
  const auto recurrent = [&](Tensor& states, Counter& counter) {
    return simple_gated_linear(tokens, log_decay, states, counter);
  };
  const std::int64_t size = file["parameters"]["chunk_size"].size();
  compare_state(file, v, kSimple,
                {{"recurrent", recurrent},
                 chunks_of(tokens, log_decay, "chunks", size),
                 chunks_of(tokens, log_decay, "parallel", v.tokens)},
                checks);
}

}  // namespace kvtally
