#include "verify/vectors/state_layer_run.hpp"

#include <cmath>
#include <fmt/format.h>

#include "verify/vectors/bound.hpp"
#include "verify/vectors/recurrent_run.hpp"

namespace kvtally {

using reference::StateLayer;
using reference::Tensor;

namespace {

class StateLayerRun {
 public:
  StateLayerRun(Checks& checks, const StateLayerForm& form, const Tensor& x, const Tensor& inputs)
      : checks_(checks), form_(form), x_(x), inputs_(inputs) {}

  Tensor on(std::int64_t from, std::int64_t to) { return form_.run(state_, slice(x_, 1, from, to), counter_); }
  void forget() {
    state_ = StateLayer(counter_);
    form_.allocate(state_);
  }
  void compare(std::string_view where, const StateRecord& recorded, const Tensor& output) {
    near(where, "output", recorded.output, output);
    if (recorded.matrix) {
      near(where, "matrix", recorded.matrix, state_.held("matrix"));
    }
    if (recorded.tail) {
      near(where, "tail", recorded.tail, last_inputs(state_, inputs_, recorded.tail->size(2)));
    }
  }

 private:
  void near(std::string_view where, std::string_view what, const std::optional<Tensor>& expected,
            const Tensor& counted) {
    if (expected) {
      checks_.near(fmt::format("{} {} ({})", where, what, form_.name), *expected, counted, kVectorBound);
    }
  }

  Checks& checks_;
  const StateLayerForm& form_;
  const Tensor& x_;
  const Tensor& inputs_;
  reference::Counter counter_;
  StateLayer state_{counter_};
};

}  // namespace

void compare_state_layer(Checks& checks, const StateLayerForm& form, const Tensor& x, const Tensor& inputs,
                         const StateLayerRecord& recorded) {
  StateLayerRun run(checks, form, x, inputs);
  run.forget();
  run.compare("prefill_full", recorded.whole, run.on(0, x.size(1)));
  if (!recorded.first) {
    return;
  }
  run.forget();
  run.compare("prefill_first_P", recorded.prefill, run.on(0, *recorded.first));
  Tensor steps = run.on(*recorded.first, *recorded.first + 1);
  for (std::int64_t t = *recorded.first + 1; t < x.size(1); ++t) {
    steps = joined(steps, run.on(t, t + 1), 1);
  }
  run.compare("decode_steps", recorded.decode, steps);
}

std::int64_t first_tokens(VectorFile& file, std::int64_t tokens) {
  const Item given = file["parameters"]["prefill_len"];
  const std::int64_t first = given.size();
  if (first >= tokens) {
    given.refuse("the first pass leaves no token to the steps", "less than S");
    return tokens;
  }
  return first;
}

void compare_scale(VectorFile& file, double ours, Checks& checks) {
  checks.within("scale", std::abs(file["parameters"]["scale"].number() - ours), kVectorBound);
}

}  // namespace kvtally
