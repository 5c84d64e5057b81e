#pragma once

#include "reference/cache/state.hpp"
#include "reference/tensor/linear.hpp"

namespace kvtally::reference {

/// One layer of long short-term memory. The rows of both weights are those of the input gate, then of the forget
/// gate, the candidate and the output gate, `units` each.
struct LstmLayer {
  Linear input;      // W [4 · units, inputs], with the gates' biases
  Linear recurrent;  // U [4 · units, units], without a bias
};

/// Gives a state what the layer remembers: "hidden" and "cell" [batch, 1, 1, units], zeros at first.
void allocate_lstm(StateLayer& state, const LstmLayer& layer, std::int64_t batch, CodecPtr codec);

/// Long short-term memory (Hochreiter and Schmidhuber 1997), with a forget gate (Gers et al. 2000):
///
///     i, f, o = σ(W x_t + U h_{t−1} + b), g = tanh(the same)  with rows of their own each
///     c_t = f ⊙ c_{t−1} + i ⊙ g,  h_t = o ⊙ tanh(c_t)
///
/// A cell with f = 1 and i = 0 keeps its number for ever, where an Elman network's fades. x is [batch, tokens,
/// inputs]; the result, h of each token [batch, tokens, units], is the next layer's x. What is remembered, 2 ·
/// units numbers, is read once and rewritten once. Counts 4 · units² + 2 · units multiply-adds a token as
/// Work::state.
Tensor lstm(StateLayer& state, const LstmLayer& layer, const Tensor& x, Counter& counter);

}  // namespace kvtally::reference
