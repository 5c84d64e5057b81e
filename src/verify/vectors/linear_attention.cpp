#include "reference/kind/linear_attention.hpp"

#include <array>

#include "reference/kind/dplr_cases.hpp"
#include "reference/kind/dplr_chunks.hpp"
#include "reference/tensor/elementwise.hpp"
#include "verify/vectors/bound.hpp"
#include "verify/vectors/runner.hpp"
#include "verify/vectors/state_vector.hpp"

// Linear attention: plain, and with a feature map and a normaliser.

namespace kvtally {

namespace {

using reference::Counter;
using reference::NewTokens;
using reference::Tensor;

constexpr std::array kPlain{
    StateFigure{"plain_output", "plain_final_state", false},
    StateFigure{"plain_with_initial_state", "plain_final_state_with_initial", true},
};

// What a normalised run ends with, or begins with.
struct Normalised {
  Tensor output;
  Tensor states;
  Tensor normaliser;  // [batch, heads, 1, key dim]
};

Normalised recorded_normalised(VectorFile& file, const StateVector& v, const std::string& output,
                               const std::string& final) {
  const Item outputs = file["outputs"];
  return {heads_first(outputs[output].tensor({v.batch, v.tokens, v.heads, v.value_dim})),
          outputs[final + "_final_state"].tensor({v.batch, v.heads, v.key_dim, v.value_dim}),
          heads_first(outputs[final + "_final_z"].tensor({v.batch, 1, v.heads, v.key_dim}))};
}

void compare_normalised(const std::string& name, const NewTokens& tokens, reference::Real eps, Normalised ours,
                        const Normalised& recorded, Checks& checks) {
  Counter counter;
  ours.output = normalised_linear_attention(tokens, eps, ours.states, ours.normaliser, counter);
  checks.near(name, recorded.output, ours.output, kVectorBound);
  checks.near(name + " final_state", recorded.states, ours.states, kVectorBound);
  checks.near(name + " final_z", recorded.normaliser, ours.normaliser, kVectorBound);
}

}  // namespace

void run_linear_attention(VectorFile& file, Checks& checks) {
  const StateVector v = state_vector(file, AxisOrder::tokens_first);
  const auto eps = static_cast<reference::Real>(file["parameters"]["normalise_eps"].number());
  const Item inputs = file["inputs"];
  const Normalised given{{},
                         inputs["initial_state"].tensor({v.batch, v.heads, v.key_dim, v.value_dim}),
                         heads_first(inputs["initial_z"].tensor({v.batch, 1, v.heads, v.key_dim}))};
  const Normalised from_zeros = recorded_normalised(file, v, "elu_normalised_output", "elu_normalised");
  const Normalised from_given =
      recorded_normalised(file, v, "elu_normalised_with_initial", "elu_normalised_with_initial");
  const NewTokens tokens = scaled(v);
  const auto recurrent = [&](Tensor& s, Counter& c) { return linear_attention(tokens, s, c); };
  const auto chunks = [&](Tensor& s, Counter& c) { return dplr_chunks(linear_case(tokens), 4, s, c); };
  compare_state(file, v, kPlain, {{"recurrent", recurrent}, {"chunks", chunks}}, checks);
  if (file.failed()) {
    return;
  }
  const NewTokens features = scaled(v, {mapped(v.given.query, reference::elu_plus_one),
                                        mapped(v.given.keys, reference::elu_plus_one), v.given.values});
  const Normalised zeros{{}, Tensor(given.states.shape()), Tensor(given.normaliser.shape())};
  compare_normalised("elu_normalised", features, eps, zeros, from_zeros, checks);
  compare_normalised("elu_normalised_with_initial", features, eps, given, from_given, checks);
}

}  // namespace kvtally
