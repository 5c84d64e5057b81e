#include "reference/kind/rglru.hpp"

#include "verify/vectors/passes_run.hpp"
#include "verify/vectors/runner.hpp"

// Griffin's gated recurrence, at once and in several passes.

namespace kvtally {

using reference::Tensor;

void run_rglru(VectorFile& file, Checks& checks) {
  const PassLengths lengths = pass_lengths(file);
  const std::int64_t batch = file["parameters"]["B"].size();
  const std::int64_t channels = file["parameters"]["C"].size();
  const auto of_tokens = [&](const char* name) {
    return file["inputs"][name].tensor({batch, lengths.tokens, channels});
  };
  const reference::RecurrentTokens tokens{of_tokens("x"), of_tokens("i"), of_tokens("r")};
  const Tensor rates = file["weights"]["Lambda"].tensor({channels});
  const Tensor y = file["outputs"]["y"].tensor({batch, lengths.tokens, channels});
  PassesRun passes{.lengths = lengths,
                   .axis = 1,
                   .states = {recorded_state(file, "state", {batch, channels})},
                   .fresh = {},
                   .run = {}};
  if (file.failed()) {
    return;
  }
  const reference::Shape shape{batch, 1, 1, channels};
  passes.fresh = {Tensor(shape)};
  passes.run = [&](std::vector<Tensor>& states, std::int64_t from, std::int64_t to) {
    reference::Counter counter;
    reference::StateLayer state(counter);
    state.allocate("state", shape, reference::codec("real"));
    state.write("state", states[0]);
    const auto part = [&](const Tensor& whole) { return slice(whole, 1, from, to); };
    Tensor out = gated_recurrence(
        state, "state", {part(tokens.x), part(tokens.input_gate), part(tokens.recurrence_gate)}, rates, counter);
    states[0] = state.held("state");
    return out;
  };
  compare_passes(y, passes, checks);
}

}  // namespace kvtally
