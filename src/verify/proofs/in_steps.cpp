#include "verify/proofs/in_steps.hpp"

#include "verify/random/tensor.hpp"

namespace kvtally {

using reference::StateLayer;
using reference::Tensor;

void compare_in_steps(Checks& checks, const std::string& name, const StatefulLayer& layer,
                      std::mt19937_64& generator, double bound) {
  constexpr std::int64_t kBatch = 2;
  constexpr std::int64_t kTokens = 17;
  reference::Counter counter;
  const Tensor x = random_tensor({kBatch, kTokens, layer.width}, generator);
  const auto first = 1 + static_cast<std::int64_t>(generator() % (kTokens - 1));
  StateLayer whole(counter);
  layer.allocate(whole, kBatch);
  const Tensor at_once = layer.run(whole, x);

  StateLayer state(counter);
  layer.allocate(state, kBatch);
  const Bytes empty = state.footprint().stored;
  Tensor in_steps = layer.run(state, slice(x, 1, 0, first));
  for (std::int64_t t = first; t < kTokens; ++t) {
    in_steps = joined(in_steps, layer.run(state, slice(x, 1, t, t + 1)), 1);
  }
  checks.near(name, at_once, in_steps, bound);
  checks.equal(name + ": stored", empty.value, state.footprint().stored.value, "bytes");
}

}  // namespace kvtally
