#pragma once

#include "reference/cache/state.hpp"
#include "reference/tensor/linear.hpp"

namespace kvtally::reference {

/// A simple recurrent network. Biases may be empty.
struct ElmanNetwork {
  Linear input;      // W [units, inputs]
  Linear recurrent;  // U [units, units], without a bias
  Linear output;     // V [outputs, units]
};

/// Gives a state what the network remembers: "hidden" [batch, 1, 1, units], zeros at first.
void allocate_elman(StateLayer& state, const ElmanNetwork& network, std::int64_t batch, CodecPtr codec);

/// The simple recurrent network (Elman 1990, Finding Structure in Time):
///
///     h_t = tanh(W x_t + b + U h_{t−1}),  y_t = V h_t + c
///
/// All that it knows of the past are h's `units` numbers, whatever the length. x is [batch, tokens, inputs], y
/// [batch, tokens, outputs]; h is read once and rewritten once. Counts units² multiply-adds a token as
/// Work::state.
Tensor elman(StateLayer& state, const ElmanNetwork& network, const Tensor& x, Counter& counter);

}  // namespace kvtally::reference
