#include "reference/kind/rwkv6.hpp"

#include "verify/vectors/head_tokens.hpp"
#include "verify/vectors/runner.hpp"

// RWKV-6's recurrence, at once and in several passes.

namespace kvtally {

void run_rwkv6(VectorFile& file, Checks& checks) {
  const HeadSizes s = head_sizes(file);
  const reference::NewTokens tokens = head_tokens(file, s, "r");
  const reference::Tensor log_decay = file["inputs"]["w"].tensor(s.tokens(s.key_dim));
  const reference::Tensor bonus = file["weights"]["u"].tensor({s.heads, s.key_dim});
  const reference::Tensor y = file["outputs"]["y"].tensor(s.tokens(s.value_dim));
  const reference::Shape matrix{s.batch, s.heads, s.key_dim, s.value_dim};
  PassesRun passes{
      .lengths = s.lengths, .axis = 2, .states = {recorded_state(file, "matrix", matrix)}, .fresh = {}, .run = {}};
  if (file.failed()) {
    return;
  }
  reference::Counter counter;
  passes.fresh = {reference::Tensor(matrix)};
  passes.run = [&](std::vector<reference::Tensor>& states, std::int64_t from, std::int64_t to) {
    return rwkv6(part_of(tokens, from, to), slice(log_decay, 2, from, to), bonus, states[0], counter);
  };
  compare_passes(y, passes, checks);
}

}  // namespace kvtally
