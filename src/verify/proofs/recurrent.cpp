#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "verify/proofs/in_steps.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/random/tensor.hpp"
#include "verify/random/weights.hpp"

// The recurrent networks from before attention: what they remember, and for how long.

namespace kvtally {

namespace {

using reference::codec;
using reference::Counter;
using reference::ElmanNetwork;
using reference::LstmLayer;
using reference::Real;
using reference::StateLayer;
using reference::Tensor;

constexpr Wide kBytesOfReal = 4;  // as f32

void elman_size(Checks& checks, const Subject&) {
  std::mt19937_64 generator(1990);
  Counter counter;
  const ElmanNetwork network = random_elman(31, 150, 31, false, generator);
  StateLayer state(counter);
  allocate_elman(state, network, 1, codec("f32"));
  for (const std::int64_t tokens : {1, 10}) {
    elman(state, network, random_tensor({1, tokens, 31}, generator), counter);
    checks.equal(fmt::format("remembered after {}", state.length()), 150,
                 state.footprint().carried.value / kBytesOfReal, "numbers");
  }
  Wide weights = 0;
  for (const reference::Linear* layer : {&network.input, &network.recurrent, &network.output}) {
    weights += layer->weight.count() + layer->bias.count();
  }
  checks.equal("31 inputs, 150 units, 31 outputs", 31800, weights, "weights");
  checks.equal("of these from unit to unit", 22500, network.recurrent.weight.count(), "weights");
}

void elman_steps(Checks& checks, const Subject&) {
  std::mt19937_64 generator(1991);
  Counter counter;
  for (int i = 0; i < 4; ++i) {
    const ElmanNetwork network = random_elman(5, 8, 4, true, generator);
    compare_in_steps(
        checks, fmt::format("network {}", i),
        {5, [&](StateLayer& state, std::int64_t batch) { allocate_elman(state, network, batch, codec("real")); },
         [&](StateLayer& state, const Tensor& x) { return elman(state, network, x, counter); }},
        generator);
  }
}

// The absolute sums of the matrix's rows made to be 0.5: it halves the largest number of a vector at least.
void contract(Tensor& matrix) {
  for (std::int64_t row = 0; row < matrix.size(0); ++row) {
    Real sum = 0;
    for (const Real weight : matrix.row(row)) {
      sum += std::abs(weight);
    }
    std::ranges::for_each(matrix.row(row), [&](Real& weight) { weight *= Real(0.5) / sum; });
  }
}

void elman_fades(Checks& checks, const Subject&) {
  std::mt19937_64 generator(1992);
  Counter counter;
  ElmanNetwork network = random_elman(3, 12, 2, true, generator);
  contract(network.recurrent.weight);
  StateLayer one(counter);
  StateLayer other(counter);
  allocate_elman(one, network, 1, codec("real"));
  allocate_elman(other, network, 1, codec("real"));
  // Few enough tokens that the difference stays far above rounding.
  constexpr int kTokens = sizeof(Real) == 8 ? 12 : 4;
  double before = 0;
  for (int t = 0; t < kTokens; ++t) {
    const Tensor x = random_tensor({1, 1, 3}, generator);
    elman(one, network, x, counter);
    elman(other, network, t == 0 ? random_tensor({1, 1, 3}, generator) : x, counter);
    const double difference = largest_difference(one.held("hidden"), other.held("hidden"));
    if (t > 0) {
      checks.within(fmt::format("what is left of it after {} more tokens", t), difference / before,
                    0.5 + (sizeof(Real) == 8 ? 1e-9 : 1e-2));
    }
    before = difference;
  }
  checks.holds("and it is still there", before > 0);
}

void lstm_size(Checks& checks, const Subject&) {
  constexpr std::int64_t kUnits = 1000;
  Counter counter;
  Wide remembered = 0;
  for (int layer = 0; layer < 4; ++layer) {
    const LstmLayer weights{{Tensor({4 * kUnits, kUnits}), {}}, {Tensor({4 * kUnits, kUnits}), {}}};
    StateLayer state(counter);
    allocate_lstm(state, weights, 1, codec("f32"));
    lstm(state, weights, Tensor({1, 1, kUnits}), counter);
    remembered += state.footprint().carried.value / kBytesOfReal;
  }
  checks.equal("4 layers of 1000 cells", 8000, remembered, "numbers");
}

void lstm_steps(Checks& checks, const Subject&) {
  std::mt19937_64 generator(1997);
  Counter counter;
  for (int i = 0; i < 4; ++i) {
    const LstmLayer layer = random_lstm(5, 8, generator);
    compare_in_steps(
        checks, fmt::format("layer {}", i),
        {5, [&](StateLayer& state, std::int64_t batch) { allocate_lstm(state, layer, batch, codec("real")); },
         [&](StateLayer& state, const Tensor& x) { return lstm(state, layer, x, counter); }},
        generator);
  }
}

// A bias so large that the sigmoid is exactly 1, or 0: no weight matters beside it.
void fix_gate(LstmLayer& layer, std::int64_t gate, bool open) {
  const std::int64_t units = layer.recurrent.weight.size(1);
  for (std::int64_t u = 0; u < units; ++u) {
    layer.input.bias(gate * units + u) = open ? Real(2000) : Real(-2000);
  }
}

void lstm_keeps(Checks& checks, const Subject&) {
  constexpr std::int64_t kInputGate = 0;
  constexpr std::int64_t kForgetGate = 1;
  std::mt19937_64 generator(1999);
  Counter counter;
  LstmLayer layer = random_lstm(3, 9, generator);
  StateLayer state(counter);
  allocate_lstm(state, layer, 1, codec("real"));
  lstm(state, layer, random_tensor({1, 4, 3}, generator), counter);
  const Tensor cell = state.held("cell");
  const Tensor hidden = state.held("hidden");
  fix_gate(layer, kInputGate, false);
  fix_gate(layer, kForgetGate, true);
  lstm(state, layer, random_tensor({1, 200, 3}, generator), counter);
  checks.near("cells, forget gate 1 and input gate 0", cell, state.held("cell"));
  checks.holds("the hidden state moves", hidden != state.held("hidden"));
  fix_gate(layer, kForgetGate, false);
  lstm(state, layer, random_tensor({1, 1, 3}, generator), counter);
  checks.near("cells, both gates 0", Tensor(cell.shape()), state.held("cell"));
}

constexpr std::array kRecurrentProofs{
    Proof{"elman.size", "elman",
          "the lecture's network of 31 inputs, 150 units and 31 outputs has 31,800 weights, 22,500 of them from "
          "unit to unit, and remembers 150 numbers, whatever the length",
          "counted from its tensors, and from its state's bytes after 1 and 11 tokens", elman_size},
    Proof{"elman.decode", "elman", kStepsClaim, "4 random networks, 17 tokens of two requests", elman_steps},
    Proof{"elman.fades", "elman",
          "where the recurrent weights halve a vector at least, what an input has left in the hidden state is "
          "halved at least by each further token",
          "two runs that differ in the first input alone, 12 tokens: the ratio of successive differences",
          elman_fades},
    Proof{"lstm.size", "lstm", "4 layers of 1000 cells remember 8000 numbers: hidden and cell state of each",
          "one token through layers of that size; counted from their states' bytes", lstm_size},
    Proof{"lstm.decode", "lstm", kStepsClaim, "4 random layers, 17 tokens of two requests", lstm_steps},
    Proof{"lstm.keeps", "lstm",
          "with the forget gate at 1 and the input gate at 0 a cell keeps its number for ever, and with both at 0 "
          "it forgets it at once",
          "200 random inputs after 4 that filled the cells, bit for bit", lstm_keeps},
};

}  // namespace

std::span<const Proof> recurrent_proofs() { return kRecurrentProofs; }

}  // namespace kvtally
