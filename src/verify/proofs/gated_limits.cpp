#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "reference/kind/gated_linear.hpp"
#include "reference/kind/gsa.hpp"
#include "reference/kind/mlstm.hpp"
#include "reference/kind/rglru.hpp"
#include "reference/kind/rwkv4.hpp"
#include "reference/kind/rwkv6.hpp"
#include "reference/tensor/elementwise.hpp"
#include "reference/tensor/sums.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/random/tensor.hpp"

// What makes RWKV-4 and 6, Griffin's recurrence, gated slots and xLSTM's matrix memory what they are: each in a
// limit where it is something known.

namespace kvtally {

namespace {

using reference::codec;
using reference::Counter;
using reference::NewTokens;
using reference::Real;
using reference::StateLayer;
using reference::Tensor;

constexpr double kLimitBound = sizeof(Real) == 8 ? 1e-11 : 2e-3;
constexpr std::int64_t kLimitTokens = 9;
constexpr std::int64_t kLimitKey = 4;
constexpr std::int64_t kLimitValue = 3;

NewTokens random_limit_tokens(std::mt19937_64& generator) {
  const auto random = [&](std::int64_t dim) { return random_tensor({1, 1, kLimitTokens, dim}, generator); };
  return {random(kLimitKey), random(kLimitKey), random(kLimitValue)};
}

Tensor filled(reference::Shape shape, Real value) {
  return mapped(Tensor(std::move(shape)), [&](Real) { return value; });
}

// Each query one token earlier: gated linear attention reads behind the token that RWKV reads before.
void one_token_before(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240741);
  const NewTokens tokens = random_limit_tokens(generator);
  const Tensor decay = mapped(random_tensor({1, 1, kLimitTokens, kLimitKey}, generator),
                              [](Real x) { return -reference::softplus(x); });
  const Tensor next = joined(slice(tokens.query, 2, 1, kLimitTokens), Tensor({1, 1, 1, kLimitKey}), 2);
  Counter counter;
  Tensor one({1, 1, kLimitKey, kLimitValue});
  Tensor other({1, 1, kLimitKey, kLimitValue});
  const Tensor gated = gated_linear({next, tokens.keys, tokens.values}, decay, one, counter);
  const Tensor ours = rwkv6(tokens, decay, Tensor({1, kLimitKey}), other, counter);
  checks.near("outputs without a bonus", slice(gated, 2, 0, kLimitTokens - 1), slice(ours, 2, 1, kLimitTokens));
  checks.near("states", one, other);
}

void same_shift(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240742);
  constexpr std::int64_t kChannels = 5;
  const auto random = [&] { return random_tensor({1, kLimitTokens, kChannels}, generator); };
  const Tensor keys = random();
  const Tensor values = random();
  const Tensor decay = mapped(random_tensor({kChannels}, generator), [](Real log) { return std::exp(log); });
  const Tensor bonus = random_tensor({kChannels}, generator);
  const auto shifted = [&](Real by) {
    Counter counter;
    const Tensor zeros({1, 1, 1, kChannels});
    reference::Rwkv4State state{zeros, zeros, filled(zeros.shape(), -std::numeric_limits<Real>::infinity())};
    return rwkv4(mapped(keys, [&](Real key) { return key + by; }), values, decay, bonus, state, counter);
  };
  for (const Real by : {Real(-1000), Real(1000)}) {
    checks.near(fmt::format("all keys {:+}", by), shifted(0), shifted(by), kLimitBound);
  }
}

void kept(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240743);
  const Tensor rates = random_tensor({6}, generator);
  Counter counter;
  StateLayer state(counter);
  state.allocate("state", {1, 1, 1, 6}, codec("real"));
  const Tensor before = random_tensor({1, 1, 1, 6}, generator);
  state.write("state", before);
  const Tensor x = random_tensor({1, 200, 6}, generator);
  gated_recurrence(state, "state", {x, filled(x.shape(), 1), Tensor(x.shape())}, rates, counter);
  checks.near("200 tokens with r = 0", before, state.held("state"));
  gated_recurrence(state, "state", {slice(x, 1, 0, 1), Tensor({1, 1, 6}), filled({1, 1, 6}, 1)}, rates, counter);
  checks.holds("then one with r = 1 and i = 0: smaller",
               std::ranges::equal(state.held("state").values(), before.values(),
                                  [](Real now, Real then) { return std::abs(now) < std::abs(then); }));
}

// Token t fills slot t alone. The slots that are still empty have a score of 0 and no value.
void one_slot_a_token(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240744);
  const NewTokens tokens = random_limit_tokens(generator);
  Tensor gate({1, 1, kLimitTokens, kLimitTokens});
  for (std::int64_t t = 0; t < kLimitTokens; ++t) {
    gate(0, 0, t, t) = -std::numeric_limits<Real>::infinity();
  }
  Counter counter;
  Tensor keys({1, 1, kLimitKey, kLimitTokens});
  Tensor values({1, 1, kLimitTokens, kLimitValue});
  const Tensor out = gated_slots(tokens, gate, keys, values, counter);
  Real all = 0;
  Tensor expected({1, 1, 1, kLimitValue});
  for (std::int64_t s = 0; s < kLimitTokens; ++s) {
    const Real weight =
        std::exp(reference::dot(tokens.query.row(0, 0, kLimitTokens - 1), tokens.keys.row(0, 0, s)));
    all += weight;
    reference::add(expected.values(), weight, tokens.values.row(0, 0, s));
  }
  std::ranges::for_each(expected.values(), [&](Real& number) { number /= all; });
  checks.near("the last of 9 tokens, in 9 slots", expected, slice(out, 2, kLimitTokens - 1, kLimitTokens),
              kLimitBound);
}

void no_overflow(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240745);
  NewTokens tokens = random_limit_tokens(generator);
  const auto positive = [](Real x) { return std::abs(x); };
  tokens.query = mapped(tokens.query, positive);  // so that no sum of weights is near 0
  tokens.keys = mapped(tokens.keys, positive);
  const Tensor input = random_tensor({1, 1, kLimitTokens, 1}, generator);
  const Tensor forget =
      mapped(random_tensor({1, 1, kLimitTokens, 1}, generator), [](Real x) { return -reference::softplus(x); });
  const auto raised = [&](Real by) {
    Counter counter;
    reference::MatrixLstmState state{Tensor({1, 1, kLimitKey, kLimitValue}), Tensor({1, 1, 1, kLimitKey}),
                                     Tensor({1, 1, 1, 1})};
    return matrix_lstm(tokens, {mapped(input, [&](Real log) { return log + by; }), forget}, state, counter);
  };
  checks.near("input gates times e^1000", raised(50), raised(1000), kLimitBound);
}

constexpr std::array kGatedLimitProofs{
    Proof{"rwkv6.before", "rwkv6",
          "without its bonus a token reads what gated linear attention holds of the tokens before it, bit for bit",
          "9 random tokens, gated linear attention with each query one token earlier", one_token_before},
    Proof{"rwkv4.shift", "rwkv4",
          "the same number added to all keys changes no output, be it so large that e^key overflows or vanishes",
          "9 random tokens, all keys 1000 more and 1000 less", same_shift},
    Proof{"rglru.keeps", "rglru",
          "a recurrence gate of 0 keeps the state as it is, bit for bit, and takes nothing in; one of 1 fades it",
          "200 random inputs after a random state", kept},
    Proof{"gsa.slots", "gsa", "with a slot for each token it is softmax attention",
          "9 random tokens, each of which fills one of 9 slots; the last one sees them all", one_slot_a_token},
    Proof{"mlstm.stable", "mlstm",
          "no input gate overflows, and where the sum of weights is large a common factor of them cancels",
          "9 random tokens with positive weights, their input gates times e^50 and times e^1000", no_overflow},
};

}  // namespace

std::span<const Proof> gated_limit_proofs() { return kGatedLimitProofs; }

}  // namespace kvtally
