#include "reference/kind/mlstm.hpp"

#include "verify/vectors/head_tokens.hpp"
#include "verify/vectors/runner.hpp"

// The matrix memory of xLSTM, at once and in several passes.

namespace kvtally {

using reference::Tensor;

void run_mlstm(VectorFile& file, Checks& checks) {
  const HeadSizes s = head_sizes(file);
  const reference::NewTokens tokens = head_tokens(file, s, "q");
  const reference::MatrixLstmGates gates{file["inputs"]["i"].tensor(s.tokens(1)),
                                         file["inputs"]["f"].tensor(s.tokens(1))};
  const Tensor y = file["outputs"]["y"].tensor(s.tokens(s.value_dim));
  const reference::Shape matrix{s.batch, s.heads, s.key_dim, s.value_dim};
  PassesRun passes{.lengths = s.lengths,
                   .axis = 2,
                   .states = {recorded_state(file, "matrix", matrix),
                              recorded_state(file, "normaliser", {s.batch, s.heads, s.key_dim}),
                              recorded_state(file, "stabiliser", {s.batch, s.heads})},
                   .fresh = {},
                   .run = {}};
  if (file.failed()) {
    return;
  }
  reference::Counter counter;
  passes.fresh = {Tensor(matrix), Tensor({s.batch, s.heads, 1, s.key_dim}), Tensor({s.batch, 1, 1, s.heads})};
  passes.run = [&](std::vector<Tensor>& states, std::int64_t from, std::int64_t to) {
    reference::MatrixLstmState state{states[0], states[1], states[2]};
    Tensor out =
        matrix_lstm(part_of(tokens, from, to),
                    {slice(gates.log_input, 2, from, to), slice(gates.log_forget, 2, from, to)}, state, counter);
    states = {state.matrix, state.normaliser, state.stabiliser};
    return out;
  };
  compare_passes(y, passes, checks);
}

}  // namespace kvtally
