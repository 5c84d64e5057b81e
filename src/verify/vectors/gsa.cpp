#include "reference/kind/gsa.hpp"

#include "verify/vectors/head_tokens.hpp"
#include "verify/vectors/runner.hpp"

// Gated slot attention, at once and in several passes.

namespace kvtally {

void run_gsa(VectorFile& file, Checks& checks) {
  const HeadSizes s = head_sizes(file);
  const std::int64_t slots = file["parameters"]["M"].size();
  const reference::NewTokens tokens = head_tokens(file, s, "q");
  const reference::Tensor log_gate = file["inputs"]["g"].tensor(s.tokens(slots));
  const reference::Tensor y = file["outputs"]["y"].tensor(s.tokens(s.value_dim));
  const reference::Shape keys{s.batch, s.heads, s.key_dim, slots};
  const reference::Shape values{s.batch, s.heads, slots, s.value_dim};
  PassesRun passes{.lengths = s.lengths,
                   .axis = 2,
                   .states = {recorded_state(file, "keys", keys), recorded_state(file, "values", values)},
                   .fresh = {},
                   .run = {}};
  if (file.failed()) {
    return;
  }
  reference::Counter counter;
  passes.fresh = {reference::Tensor(keys), reference::Tensor(values)};
  passes.run = [&](std::vector<reference::Tensor>& states, std::int64_t from, std::int64_t to) {
    return gated_slots(part_of(tokens, from, to), slice(log_gate, 2, from, to), states[0], states[1], counter);
  };
  compare_passes(y, passes, checks);
}

}  // namespace kvtally
