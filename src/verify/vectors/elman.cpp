#include "reference/kind/elman.hpp"

#include "verify/vectors/bound.hpp"
#include "verify/vectors/runner.hpp"

// A simple recurrent network, at once and in several passes.

namespace kvtally {

void run_elman(VectorFile& file, Checks& checks) {
  using reference::Tensor;
  const Item given = file["parameters"];
  const std::int64_t batch = given["B"].size();
  const std::int64_t tokens = given["T"].size();
  const std::int64_t inputs = given["inputs"].size();
  const std::int64_t units = given["units"].size();
  const std::int64_t outputs = given["outputs"].size();
  const std::int64_t first = given["prefill_len"].size();
  if (first >= tokens) {
    given["prefill_len"].refuse("the first pass leaves no token to the steps", "less than T");
  }
  const Item weights = file["weights"];
  const reference::ElmanNetwork network{{weights["W"].tensor({units, inputs}), weights["b"].tensor({units})},
                                        {weights["U"].tensor({units, units}), {}},
                                        {weights["V"].tensor({outputs, units}), weights["c"].tensor({outputs})}};
  const Tensor x = file["inputs"]["x"].tensor({batch, tokens, inputs});
  const Tensor y = file["outputs"]["y"].tensor({batch, tokens, outputs});
  const Tensor after_first = file["outputs"]["hidden_after_P"].tensor({batch, units});
  const Tensor final = file["outputs"]["final_hidden"].tensor({batch, units});
  if (file.failed()) {
    return;
  }
  reference::Counter counter;
  const auto empty = [&] {
    reference::StateLayer state(counter);
    allocate_elman(state, network, batch, reference::codec("real"));
    return state;
  };
  const auto hidden = [&](const reference::StateLayer& state) {
    return reshaped(state.held("hidden"), {batch, units});
  };
  reference::StateLayer whole = empty();
  checks.near("y (at once)", y, elman(whole, network, x, counter), kVectorBound);
  reference::StateLayer state = empty();
  Tensor in_steps = elman(state, network, slice(x, 1, 0, first), counter);
  checks.near("hidden_after_P", after_first, hidden(state), kVectorBound);
  for (std::int64_t t = first; t < tokens; ++t) {
    in_steps = joined(in_steps, elman(state, network, slice(x, 1, t, t + 1), counter), 1);
  }
  checks.near("y (in steps)", y, in_steps, kVectorBound);
  checks.near("final_hidden", final, hidden(state), kVectorBound);
}

}  // namespace kvtally
