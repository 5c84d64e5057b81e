#include "reference/kind/gsa.hpp"
#include "reference/kind/mlstm.hpp"
#include "verify/random/filler.hpp"
#include "verify/step/state_step.hpp"
#include "verify/step/steps.hpp"

// Rules whose heads keep more than one matrix: gated slots and the matrix memory of xLSTM, each perhaps behind a
// short convolution.

namespace kvtally {

namespace {

using namespace reference;  // NOLINT: the executor's names

LayerStep run_gated_slots(const Layer& layer, std::int64_t seen) {
  StateStep step(layer, seen);
  const std::int64_t heads = step.shape("keys")[0];
  const Shape keys{1, heads, step.shape("keys")[1], step.shape("keys")[2]};
  const Shape values{1, heads, step.shape("values")[1], step.shape("values")[2]};
  step.hold("keys", keys);
  step.hold("values", values);
  return step.run([&](StateLayer& state, Counter& counter) {
    const Tensor key = filler({1, heads, 1, keys[2]});
    Tensor slots_of_keys = state.read("keys");
    Tensor slots_of_values = state.read("values");
    gated_slots({key, key, filler({1, heads, 1, values[3]})}, filler({1, heads, 1, values[2]}), slots_of_keys,
                slots_of_values, counter);
    state.write("keys", slots_of_keys);
    state.write("values", slots_of_values);
  });
}

LayerStep run_matrix_lstm(const Layer& layer, std::int64_t seen) {
  StateStep step(layer, seen);
  const std::int64_t heads = step.shape("matrix")[0];
  const Shape matrix{1, heads, step.shape("matrix")[1], step.shape("matrix")[2]};
  step.hold("matrix", matrix);
  step.hold("normaliser", {1, step.shape("normaliser")[0], 1, step.shape("normaliser")[1]});
  step.hold("stabiliser");
  return step.run([&](StateLayer& state, Counter& counter) {
    const Tensor key = filler({1, heads, 1, matrix[2]});
    const Tensor gate = filler({1, heads, 1, 1});
    MatrixLstmState memory{state.read("matrix"), state.read("normaliser"), state.read("stabiliser")};
    matrix_lstm({key, key, filler({1, heads, 1, matrix[3]})}, {gate, gate}, memory, counter);
    state.write("matrix", memory.matrix);
    state.write("normaliser", memory.normaliser);
    state.write("stabiliser", memory.stabiliser);
  });
}

}  // namespace

StepRunner gated_slots_step() {
  return {[](const Layer& layer) { return why_no_step(layer, {kWantedTail, {"keys", 3}, {"values", 3}}); },
          run_gated_slots};
}

StepRunner matrix_lstm_step() {
  return {[](const Layer& layer) {
            return why_no_step(layer, {kWantedTail, {"matrix", 3}, {"normaliser", 2}, {"stabiliser", 1}});
          },
          run_matrix_lstm};
}

}  // namespace kvtally
