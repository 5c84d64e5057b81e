#include "reference/kind/lstm.hpp"

#include <fmt/format.h>

#include "verify/vectors/bound.hpp"
#include "verify/vectors/runner.hpp"

// Layers of long short-term memory one above the other, at once and in several passes.

namespace kvtally {

namespace {

using reference::Counter;
using reference::LstmLayer;
using reference::StateLayer;
using reference::Tensor;

// One layer, and what the source remembers in it behind the first pass and at the end.
struct RecordedLstm {
  LstmLayer layer;
  Tensor hidden_after_first, cell_after_first, final_hidden, final_cell;
};

RecordedLstm recorded_lstm(VectorFile& file, std::size_t index, std::int64_t batch, std::int64_t inputs,
                           std::int64_t units) {
  const std::string name = fmt::format("layer{}.", index);
  const Item weights = file["weights"];
  const auto state = [&](const char* which) { return file["outputs"][name + which].tensor({batch, units}); };
  return {{{weights[name + "W"].tensor({4 * units, inputs}), weights[name + "b"].tensor({4 * units})},
           {weights[name + "U"].tensor({4 * units, units}), {}}},
          state("hidden_after_P"),
          state("cell_after_P"),
          state("final_hidden"),
          state("final_cell")};
}

// The layers' memories.
class Stack {
 public:
  Stack(const std::vector<RecordedLstm>& layers, std::int64_t batch, Counter& counter)
      : layers_(layers), counter_(counter) {
    for (const RecordedLstm& recorded : layers) {
      states_.emplace_back(counter);
      allocate_lstm(states_.back(), recorded.layer, batch, reference::codec("real"));
    }
  }
  Tensor run(Tensor x) {
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      x = lstm(states_[i], layers_[i].layer, x, counter_);
    }
    return x;
  }
  void compare(Checks& checks, bool final) const {
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      const RecordedLstm& recorded = layers_[i];
      const auto near = [&](const char* what, const Tensor& expected) {
        checks.near(fmt::format("layer{} {} {}", i, what, final ? "at the end" : "after P"), expected,
                    reshaped(states_[i].held(what), expected.shape()), kVectorBound);
      };
      near("hidden", final ? recorded.final_hidden : recorded.hidden_after_first);
      near("cell", final ? recorded.final_cell : recorded.cell_after_first);
    }
  }

 private:
  const std::vector<RecordedLstm>& layers_;
  Counter& counter_;
  std::vector<StateLayer> states_;
};

}  // namespace

void run_lstm(VectorFile& file, Checks& checks) {
  const Item given = file["parameters"];
  const std::int64_t batch = given["B"].size();
  const std::int64_t tokens = given["T"].size();
  const std::int64_t inputs = given["inputs"].size();
  const std::int64_t first = given["prefill_len"].size();
  if (first >= tokens) {
    given["prefill_len"].refuse("the first pass leaves no token to the steps", "less than T");
  }
  std::vector<RecordedLstm> layers;
  std::int64_t width = inputs;
  for (const Item& units : given["units"].items()) {
    layers.push_back(recorded_lstm(file, layers.size(), batch, width, units.size()));
    width = units.size();
  }
  const Tensor x = file["inputs"]["x"].tensor({batch, tokens, inputs});
  const Tensor y = file["outputs"]["y"].tensor({batch, tokens, width});
  if (file.failed()) {
    return;
  }
  Counter counter;
  checks.near("y (at once)", y, Stack(layers, batch, counter).run(x), kVectorBound);
  Stack stack(layers, batch, counter);
  Tensor in_steps = stack.run(slice(x, 1, 0, first));
  stack.compare(checks, false);
  for (std::int64_t t = first; t < tokens; ++t) {
    in_steps = joined(in_steps, stack.run(slice(x, 1, t, t + 1)), 1);
  }
  checks.near("y (in steps)", y, in_steps, kVectorBound);
  stack.compare(checks, true);
}

}  // namespace kvtally
