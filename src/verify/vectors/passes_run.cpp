#include "verify/vectors/passes_run.hpp"

#include "verify/vectors/bound.hpp"

namespace kvtally {

using reference::Tensor;

PassLengths pass_lengths(VectorFile& file) {
  const Item given = file["parameters"];
  const PassLengths lengths{given["T"].size(), given["prefill_len"].size()};
  if (lengths.first >= lengths.tokens) {
    given["prefill_len"].refuse("the first pass leaves no token to the steps", "less than T");
  }
  return lengths;
}

RecordedState recorded_state(VectorFile& file, const std::string& name, const reference::Shape& shape) {
  const Item outputs = file["outputs"];
  return {name, outputs[name + "_after_P"].tensor(shape), outputs["final_" + name].tensor(shape)};
}

void compare_passes(const Tensor& y, const PassesRun& passes, Checks& checks) {
  const auto compare = [&](const std::vector<Tensor>& states, bool final) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      const RecordedState& recorded = passes.states[i];
      const Tensor& expected = final ? recorded.final : recorded.after_first;
      checks.near(final ? "final_" + recorded.name : recorded.name + "_after_P", expected,
                  reshaped(states[i], expected.shape()), kVectorBound);
    }
  };
  std::vector<Tensor> whole = passes.fresh;
  checks.near("y (at once)", y, passes.run(whole, 0, passes.lengths.tokens), kVectorBound);
  std::vector<Tensor> states = passes.fresh;
  Tensor in_steps = passes.run(states, 0, passes.lengths.first);
  compare(states, false);
  for (std::int64_t t = passes.lengths.first; t < passes.lengths.tokens; ++t) {
    in_steps = joined(in_steps, passes.run(states, t, t + 1), passes.axis);
  }
  checks.near("y (in steps)", y, in_steps, kVectorBound);
  compare(states, true);
}

}  // namespace kvtally
