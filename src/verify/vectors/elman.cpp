#include "reference/kind/elman.hpp"

#include "verify/vectors/bound.hpp"
#include "verify/vectors/runner.hpp"

// A simple recurrent network, at once and in several passes.

namespace kvtally {

namespace {

using reference::ElmanNetwork;
using reference::StateLayer;
using reference::Tensor;

struct RecordedElman {
  Tensor x, y, after_first, final;
  std::int64_t first;  // tokens of the first pass
};

Tensor hidden(const StateLayer& state, const reference::Shape& shape) {
  return reshaped(state.held("hidden"), shape);
}

void compare_elman(Checks& checks, const ElmanNetwork& network, const RecordedElman& recorded) {
  reference::Counter counter;
  const Tensor& x = recorded.x;
  StateLayer whole(counter);
  allocate_elman(whole, network, x.size(0), reference::codec("real"));
  checks.near("y (at once)", recorded.y, elman(whole, network, x, counter), kVectorBound);

  StateLayer state(counter);
  allocate_elman(state, network, x.size(0), reference::codec("real"));
  Tensor in_steps = elman(state, network, slice(x, 1, 0, recorded.first), counter);
  checks.near("hidden_after_P", recorded.after_first, hidden(state, recorded.final.shape()), kVectorBound);
  for (std::int64_t t = recorded.first; t < x.size(1); ++t) {
    in_steps = joined(in_steps, elman(state, network, slice(x, 1, t, t + 1), counter), 1);
  }
  checks.near("y (in steps)", recorded.y, in_steps, kVectorBound);
  checks.near("final_hidden", recorded.final, hidden(state, recorded.final.shape()), kVectorBound);
}

}  // namespace

void run_elman(VectorFile& file, Checks& checks) {
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
  const ElmanNetwork network{{weights["W"].tensor({units, inputs}), weights["b"].tensor({units})},
                             {weights["U"].tensor({units, units}), {}},
                             {weights["V"].tensor({outputs, units}), weights["c"].tensor({outputs})}};
  const RecordedElman recorded{.x = file["inputs"]["x"].tensor({batch, tokens, inputs}),
                               .y = file["outputs"]["y"].tensor({batch, tokens, outputs}),
                               .after_first = file["outputs"]["hidden_after_P"].tensor({batch, units}),
                               .final = file["outputs"]["final_hidden"].tensor({batch, units}),
                               .first = first};
  if (!file.failed()) {
    compare_elman(checks, network, recorded);
  }
}

}  // namespace kvtally
