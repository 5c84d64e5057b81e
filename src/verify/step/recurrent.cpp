#include "reference/kind/mamba.hpp"
#include "reference/kind/mamba2.hpp"
#include "reference/kind/rglru.hpp"
#include "reference/layer/token_shift.hpp"
#include "reference/tensor/elementwise.hpp"
#include "verify/random/filler.hpp"
#include "verify/step/state_step.hpp"
#include "verify/step/steps.hpp"

// Recurrences of channels, each perhaps behind a short convolution, and such a convolution alone. Their tensors
// have the account's names and sizes.

namespace kvtally {

namespace {

using namespace reference;  // NOLINT: the executor's names

LayerStep run_mamba(const Layer& layer, std::int64_t seen) {
  StateStep step(layer, seen);
  const std::int64_t inner = step.shape("state")[0];
  const std::int64_t size = step.shape("state")[1];
  step.hold("state", {1, 1, inner, size});
  return step.run([&](StateLayer& state, Counter& counter) {
    const ScanTokens token{filler({1, 1, inner}), filler({1, 1, inner}), filler({1, 1, size}),
                           filler({1, 1, size})};
    selective_scan(state, "state", token, filler({inner, size}), filler({inner}), counter);
  });
}

LayerStep run_mamba2(const Layer& layer, std::int64_t seen) {
  StateStep step(layer, seen);
  const std::int64_t heads = step.shape("state")[0];
  const std::int64_t dim = step.shape("state")[1];
  const std::int64_t size = step.shape("state")[2];
  // The convolution has heads · P + 2 · groups · N channels.
  const std::int64_t groups = state_tensor(layer, "convolution") == nullptr
                                  ? 1
                                  : (step.shape("convolution")[0] - heads * dim) / (2 * size);
  step.hold("state", {1, heads, size, dim});
  return step.run([&](StateLayer& state, Counter& counter) {
    const DualTokens token{filler({1, heads, 1, dim}), filler({1, 1, heads}), filler({1, groups, 1, size}),
                           filler({1, groups, 1, size})};
    state_space_dual(state, "state", token, {filler({heads}), filler({heads})}, counter);
  });
}

LayerStep run_gated_recurrence(const Layer& layer, std::int64_t seen) {
  StateStep step(layer, seen);
  const std::int64_t channels = step.shape("state")[0];
  step.hold("state");
  return step.run([&](StateLayer& state, Counter& counter) {
    const Tensor token = filler({1, 1, channels});
    const Tensor gate = mapped(token, sigmoid);
    gated_recurrence(state, "state", {token, gate, gate}, filler({channels}), counter);
  });
}

// Perhaps with the numbers of the token before, which this token's attention reads.
LayerStep run_convolution(const Layer& layer, std::int64_t seen) {
  StateStep step(layer, seen);
  const StateTensor* delayed = state_tensor(layer, "delayed values");
  if (delayed != nullptr) {
    step.hold(delayed->name);
  }
  return step.run([&](StateLayer& state, Counter&) {
    if (delayed != nullptr) {
      tokens_before(state, delayed->name, filler({1, 1, delayed->shape[0]}));
    }
  });
}

}  // namespace

StepRunner mamba_step() {
  return {[](const Layer& layer) { return why_no_step(layer, {kWantedTail, {"state", 2}}); }, run_mamba};
}

StepRunner mamba2_step() {
  return {[](const Layer& layer) { return why_no_step(layer, {kWantedTail, {"state", 3}}); }, run_mamba2};
}

StepRunner gated_recurrence_step() {
  return {[](const Layer& layer) { return why_no_step(layer, {kWantedTail, {"state", 1}}); },
          run_gated_recurrence};
}

StepRunner convolution_step() {
  return {[](const Layer& layer) { return why_no_step(layer, {{"convolution", 2}, {"delayed values", 1, true}}); },
          run_convolution};
}

}  // namespace kvtally
