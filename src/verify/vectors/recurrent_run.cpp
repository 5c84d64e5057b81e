#include "verify/vectors/recurrent_run.hpp"

#include "reference/kind/convolution_tail.hpp"
#include "verify/vectors/bound.hpp"

namespace kvtally {

using reference::StateLayer;
using reference::Tensor;

namespace {

RecurrentStates states_of(VectorFile& file, const RecurrentSizes& s, const reference::Shape& state,
                          const std::string& before, const std::string& behind) {
  const Item outputs = file["outputs"];
  RecurrentStates out;
  out.convolution = outputs[before + "conv_state" + behind].tensor({s.batch, s.channels, s.kernel});
  if (!state.empty()) {
    out.state = outputs[before + "ssm_state" + behind].tensor(state);
  }
  return out;
}

}  // namespace

Tensor last_inputs(const StateLayer& state, const Tensor& all, std::int64_t kernel) {
  Tensor oldest({all.size(0), all.size(2), 1});
  if (const std::int64_t token = state.length() - kernel; token >= 0) {
    oldest = reshaped(slice(all, 1, token, token + 1), oldest.shape());
  }
  return kernel == 1 ? oldest : joined(oldest, tail_in_order(state, "convolution"), 2);
}

RecurrentSizes recurrent_sizes(VectorFile& file) {
  const Item given = file["parameters"];
  RecurrentSizes sizes{.batch = given["B"].size(),
                       .tokens = given["S"].size(),
                       .hidden = given["hidden"].size(),
                       .kernel = given["conv_kernel"].size(),
                       .first = given["prefill_len"].size()};
  if (sizes.first >= sizes.tokens) {
    given["prefill_len"].refuse("the first pass leaves no token to the steps", "less than S");
    sizes.first = 1;
    sizes.tokens = 2;
  }
  return sizes;
}

RecurrentFigures recurrent_figures(VectorFile& file, const RecurrentSizes& s, const reference::Shape& state) {
  const Item outputs = file["outputs"];
  return {.x = file["inputs"]["hidden_states"].tensor({s.batch, s.tokens, s.hidden}),
          .whole = outputs["prefill_full"].tensor({s.batch, s.tokens, s.hidden}),
          .first = outputs["prefill_first_P"].tensor({s.batch, s.first, s.hidden}),
          .steps = outputs["decode_steps"].tensor({s.batch, s.tokens - s.first, s.hidden}),
          .after_first = states_of(file, s, state, "", "_after_P"),
          .final = states_of(file, s, state, "final_", "")};
}

void compare_recurrent(Checks& checks, const std::string& form, const RecurrentLayer& layer,
                       const RecurrentFigures& recorded, const RecurrentSizes& sizes) {
  reference::Counter counter;
  const Tensor inputs = layer.inputs(recorded.x);
  const auto near = [&](const std::string& what, const Tensor& expected, const Tensor& counted) {
    checks.near(what + form, expected, counted, kVectorBound);
  };
  const auto states = [&](const std::string& when, const RecurrentStates& expected, const StateLayer& state) {
    near("conv_state" + when, expected.convolution, last_inputs(state, inputs, sizes.kernel));
    if (expected.state) {
      near("state" + when, *expected.state, layer.state(state));
    }
  };
  StateLayer whole(counter);
  layer.allocate(whole);
  near("prefill_full", recorded.whole, layer.run(whole, recorded.x));

  StateLayer state(counter);
  layer.allocate(state);
  near("prefill_first_P", recorded.first, layer.run(state, slice(recorded.x, 1, 0, sizes.first)));
  states(" after P", recorded.after_first, state);
  Tensor steps({sizes.batch, 0, recorded.steps.size(2)});
  for (std::int64_t t = sizes.first; t < sizes.tokens; ++t) {
    steps = joined(steps, layer.run(state, slice(recorded.x, 1, t, t + 1)), 1);
  }
  near("decode_steps", recorded.steps, steps);
  states(" at the end", recorded.final, state);
}

Tensor transposed(const Tensor& matrices) {
  Tensor out({matrices.size(0), matrices.size(1), matrices.size(3), matrices.size(2)});
  for (std::int64_t b = 0; b < out.size(0); ++b) {
    for (std::int64_t h = 0; h < out.size(1); ++h) {
      for (std::int64_t i = 0; i < out.size(2); ++i) {
        for (std::int64_t j = 0; j < out.size(3); ++j) {
          out(b, h, i, j) = matrices(b, h, j, i);
        }
      }
    }
  }
  return out;
}

reference::Convolution convolution_of(const Item& weights, const std::string& name, const RecurrentSizes& sizes) {
  const Item bias = weights[name + ".bias"];
  Tensor weight = weights[name + ".weight"].tensor({sizes.channels, 1, sizes.kernel});
  return {weight.count() == 0 ? Tensor() : reshaped(std::move(weight), {sizes.channels, sizes.kernel}),
          bias ? bias.tensor({sizes.channels}) : Tensor()};
}

}  // namespace kvtally
