#include "verify/vectors/state_vector.hpp"

#include <array>
#include <fmt/format.h>

#include "verify/vectors/bound.hpp"
#include "verify/vectors/layer_vector.hpp"

namespace kvtally {

using reference::NewTokens;
using reference::Real;
using reference::Shape;
using reference::Tensor;

namespace {

constexpr std::array kUsual{
    StateFigure{"recurrent_zero_state", "final_state_zero", false},
    StateFigure{"recurrent_with_initial_state", "final_state_with_initial", true},
    StateFigure{"chunk_zero_state", "chunk_final_state_zero", false},
    StateFigure{"chunk_with_initial_state", "chunk_final_state_with_initial", true},
};

// [batch, heads, tokens, dim] out of an array in the file's order.
Tensor heads_first_of(const Item& item, const StateVector& v, std::int64_t heads, std::int64_t dim) {
  return v.order == AxisOrder::heads_first ? item.tensor({v.batch, heads, v.tokens, dim})
                                           : reference::heads_first(item.tensor({v.batch, v.tokens, heads, dim}));
}

struct RecordedFigure {
  StateFigure figure;
  Tensor output;
  Tensor state;
};

std::vector<RecordedFigure> recorded_figures(VectorFile& file, const StateVector& v,
                                             std::span<const StateFigure> figures) {
  const Item outputs = file["outputs"];
  std::vector<RecordedFigure> out;
  for (const StateFigure& figure : figures) {
    if (outputs[figure.output]) {
      RecordedFigure recorded{figure, heads_first_of(outputs[figure.output], v, v.heads, v.value_dim), {}};
      if (!figure.state.empty()) {
        recorded.state = outputs[figure.state].tensor({v.batch, v.heads, v.key_dim, v.value_dim});
      }
      out.push_back(std::move(recorded));
    }
  }
  if (out.empty()) {
    outputs.refuse("no output of such a rule is recorded");
  }
  return out;
}

}  // namespace

std::span<const StateFigure> usual_state_figures() { return kUsual; }

StateVector state_vector(VectorFile& file, AxisOrder order) {
  const Item given = file["parameters"];
  StateVector v{.order = order,
                .batch = given["B"].size(),
                .tokens = given["T"].size(),
                .key_heads = given["H"].size(),
                .heads = 1,
                .key_dim = given["K"].size(),
                .value_dim = given["V"].size(),
                .scale = static_cast<Real>(given["scale"].number()),
                .given = {}};
  v.heads = given["HV"] ? given["HV"].size() : v.key_heads;
  if (v.heads % v.key_heads != 0) {
    given["HV"].refuse(fmt::format("{} heads of values can't share {} of keys evenly", v.heads, v.key_heads));
  }
  const double rows = static_cast<double>(v.batch * v.heads) * static_cast<double>(v.tokens + v.key_dim);
  if (!can_be(given, rows * static_cast<double>(v.key_dim + v.value_dim))) {
    return {};
  }
  const Item inputs = file["inputs"];
  v.given = {heads_first_of(inputs["q"], v, v.key_heads, v.key_dim),
             heads_first_of(inputs["k"], v, v.key_heads, v.key_dim),
             heads_first_of(inputs["v"], v, v.heads, v.value_dim)};
  return v;
}

Tensor gate_of(VectorFile& file, const StateVector& v, const std::string& name) {
  const Item item = file["inputs"][name];
  return v.order == AxisOrder::heads_first
             ? reshaped(item.tensor({v.batch, v.heads, v.tokens}), {v.batch, v.heads, v.tokens, 1})
             : heads_first(reshaped(item.tensor({v.batch, v.tokens, v.heads}), {v.batch, v.tokens, v.heads, 1}));
}

Tensor channel_gate_of(VectorFile& file, const StateVector& v, const std::string& name) {
  return heads_first_of(file["inputs"][name], v, v.heads, v.key_dim);
}

NewTokens scaled(const StateVector& vector, NewTokens tokens) {
  for (Real& number : tokens.query.values()) {
    number *= vector.scale;
  }
  return tokens;
}

void compare_state(VectorFile& file, const StateVector& v, std::span<const StateFigure> figures,
                   const std::vector<StateForm>& forms, Checks& checks) {
  const Shape shape{v.batch, v.heads, v.key_dim, v.value_dim};
  const Item given = file["inputs"]["initial_state"];
  const Tensor initial = given ? given.tensor(shape) : Tensor();
  const std::vector<RecordedFigure> recorded = recorded_figures(file, v, figures);
  for (const auto& [figure, output, state] : recorded) {
    if (figure.initial && !given) {
      file["inputs"].refuse(fmt::format("'{}' needs an initial state", figure.output));
    }
  }
  if (file.failed()) {
    return;
  }
  for (const auto& [figure, output, state] : recorded) {
    for (const StateForm& form : forms) {
      reference::Counter counter;
      Tensor states = figure.initial ? initial : Tensor(shape);
      const Tensor ours = form.run(states, counter);
      checks.near(fmt::format("{} ({})", figure.output, form.name), output, ours, kVectorBound);
      if (!figure.state.empty()) {
        checks.near(fmt::format("{} ({})", figure.state, form.name), state, states, kVectorBound);
      }
    }
  }
}

}  // namespace kvtally
