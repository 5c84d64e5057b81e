#include "reference/kind/rwkv4.hpp"

#include <algorithm>
#include <limits>

#include "verify/vectors/passes_run.hpp"
#include "verify/vectors/runner.hpp"

// RWKV-4's recurrence, at once and in several passes.

namespace kvtally {

using reference::Tensor;

void run_rwkv4(VectorFile& file, Checks& checks) {
  const PassLengths lengths = pass_lengths(file);
  const std::int64_t batch = file["parameters"]["B"].size();
  const std::int64_t channels = file["parameters"]["C"].size();
  const reference::Shape shape{batch, lengths.tokens, channels};
  const Tensor keys = file["inputs"]["k"].tensor(shape);
  const Tensor values = file["inputs"]["v"].tensor(shape);
  const Tensor decay = file["weights"]["w"].tensor({channels});
  const Tensor bonus = file["weights"]["u"].tensor({channels});
  const Tensor y = file["outputs"]["y"].tensor(shape);
  PassesRun passes{.lengths = lengths, .axis = 1, .states = {}, .fresh = {}, .run = {}};
  for (const char* name : {"numerator", "denominator", "maximum"}) {
    passes.states.push_back(recorded_state(file, name, {batch, channels}));
  }
  if (file.failed()) {
    return;
  }
  reference::Counter counter;
  passes.fresh.assign(3, Tensor({batch, 1, 1, channels}));
  std::ranges::fill(passes.fresh[2].values(), -std::numeric_limits<reference::Real>::infinity());
  passes.run = [&](std::vector<Tensor>& states, std::int64_t from, std::int64_t to) {
    reference::Rwkv4State state{states[0], states[1], states[2]};
    Tensor out = rwkv4(slice(keys, 1, from, to), slice(values, 1, from, to), decay, bonus, state, counter);
    states = {state.numerator, state.denominator, state.maximum};
    return out;
  };
  compare_passes(y, passes, checks);
}

}  // namespace kvtally
