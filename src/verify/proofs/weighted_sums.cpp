#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

#include "reference/kind/gsa.hpp"
#include "reference/kind/mlstm.hpp"
#include "reference/kind/rglru.hpp"
#include "reference/kind/rwkv4.hpp"
#include "reference/kind/rwkv6.hpp"
#include "reference/tensor/elementwise.hpp"
#include "reference/tensor/sums.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/random/tensor.hpp"

// What recurrences of RWKV, Griffin, gated slots and xLSTM say of the tokens before, as one sum over them: no
// state, every decay between two tokens as the product of what stands between.

namespace kvtally {

namespace {

using reference::codec;
using reference::Counter;
using reference::NewTokens;
using reference::Real;
using reference::StateLayer;
using reference::Tensor;

constexpr double kSumBound = sizeof(Real) == 8 ? 1e-11 : 1e-3;
constexpr std::int64_t kSumKey = 4;
constexpr std::int64_t kSumValue = 3;
constexpr std::int64_t kSumHeads = 2;

struct Two {
  Tensor recurrent, direct;
};

NewTokens random_sum_tokens(std::int64_t tokens, std::mt19937_64& generator) {
  const auto random = [&](std::int64_t dim) { return random_tensor({1, kSumHeads, tokens, dim}, generator); };
  return {random(kSumKey), random(kSumKey), random(kSumValue)};
}

Tensor random_logs(reference::Shape shape, std::mt19937_64& generator) {
  return mapped(random_tensor(std::move(shape), generator), [](Real x) { return -reference::softplus(x); });
}

// Σ of one channel of log decays [1, heads, tokens, width] over the tokens after `from` up to `to`.
Real between(const Tensor& logs, std::int64_t head, std::int64_t channel, std::int64_t from, std::int64_t to) {
  Real sum = 0;
  for (std::int64_t t = from + 1; t <= to; ++t) {
    sum += logs(0, head, t, channel);
  }
  return sum;
}

// out ← f(head, token) for each of [1, heads, tokens].
template <class F>
Tensor by_token(std::int64_t tokens, const F& f) {
  Tensor out({1, kSumHeads, tokens, kSumValue});
  for (std::int64_t h = 0; h < kSumHeads; ++h) {
    for (std::int64_t t = 0; t < tokens; ++t) {
      f(h, t, out.row(0, h, t));
    }
  }
  return out;
}

Two rwkv6_sums(std::int64_t tokens, std::mt19937_64& generator) {
  const NewTokens given = random_sum_tokens(tokens, generator);
  const Tensor decay = random_logs({1, kSumHeads, tokens, kSumKey}, generator);
  const Tensor bonus = random_tensor({kSumHeads, kSumKey}, generator);
  Counter counter;
  Tensor states({1, kSumHeads, kSumKey, kSumValue});
  Tensor y = rwkv6(given, decay, bonus, states, counter);
  return {std::move(y), by_token(tokens, [&](std::int64_t h, std::int64_t t, std::span<Real> out) {
            for (std::int64_t s = 0; s <= t; ++s) {
              Real weight = 0;
              for (std::int64_t c = 0; c < kSumKey; ++c) {
                const Real factor = s == t ? bonus(h, c) : std::exp(between(decay, h, c, s, t - 1));
                weight += given.query(0, h, t, c) * factor * given.keys(0, h, s, c);
              }
              reference::add(out, weight, given.values.row(0, h, s));
            }
          })};
}

Two mlstm_sums(std::int64_t tokens, std::mt19937_64& generator) {
  const NewTokens given = random_sum_tokens(tokens, generator);
  const reference::MatrixLstmGates gates{random_tensor({1, kSumHeads, tokens, 1}, generator),
                                         random_logs({1, kSumHeads, tokens, 1}, generator)};
  Counter counter;
  reference::MatrixLstmState state{Tensor({1, kSumHeads, kSumKey, kSumValue}), Tensor({1, kSumHeads, 1, kSumKey}),
                                   Tensor({1, 1, 1, kSumHeads})};
  Tensor hidden = matrix_lstm(given, gates, state, counter);
  return {std::move(hidden), by_token(tokens, [&](std::int64_t h, std::int64_t t, std::span<Real> out) {
            Real all = 0;
            for (std::int64_t s = 0; s <= t; ++s) {
              const Real gate = std::exp(between(gates.log_forget, h, 0, s, t) + gates.log_input(0, h, s, 0));
              const Real weight = gate * reference::dot(given.query.row(0, h, t), given.keys.row(0, h, s));
              all += weight;
              reference::add(out, weight, given.values.row(0, h, s));
            }
            const Real divisor = std::max(std::abs(all), Real{1});
            std::ranges::for_each(out, [&](Real& number) { number /= divisor; });
          })};
}

// Each slot as what it holds of every token; their softmax without its largest score taken away.
Two gsa_sums(std::int64_t tokens, std::mt19937_64& generator) {
  constexpr std::int64_t kSlots = 5;
  const NewTokens given = random_sum_tokens(tokens, generator);
  const Tensor gate = random_logs({1, kSumHeads, tokens, kSlots}, generator);
  Counter counter;
  Tensor keys({1, kSumHeads, kSumKey, kSlots});
  Tensor values({1, kSumHeads, kSlots, kSumValue});
  Tensor outputs = gated_slots(given, gate, keys, values, counter);
  return {std::move(outputs), by_token(tokens, [&](std::int64_t h, std::int64_t t, std::span<Real> out) {
            Real all = 0;
            for (std::int64_t slot = 0; slot < kSlots; ++slot) {
              Real score = 0;
              std::vector<Real> held(kSumValue);
              for (std::int64_t s = 0; s <= t; ++s) {
                const Real part = std::exp(between(gate, h, slot, s, t)) * (1 - std::exp(gate(0, h, s, slot)));
                score += part * reference::dot(given.query.row(0, h, t), given.keys.row(0, h, s));
                reference::add(held, part, given.values.row(0, h, s));
              }
              all += std::exp(score);
              reference::add(out, std::exp(score), held);
            }
            std::ranges::for_each(out, [&](Real& number) { number /= all; });
          })};
}

Two rwkv4_sums(std::int64_t tokens, std::mt19937_64& generator) {
  constexpr std::int64_t kChannels = 5;
  const Tensor keys = random_tensor({1, tokens, kChannels}, generator);
  const Tensor values = random_tensor({1, tokens, kChannels}, generator);
  const Tensor decay = mapped(random_tensor({kChannels}, generator), [](Real log) { return std::exp(log); });
  const Tensor bonus = random_tensor({kChannels}, generator);
  Counter counter;
  const Tensor zeros({1, 1, 1, kChannels});
  reference::Rwkv4State state{zeros, zeros,
                              mapped(zeros, [](Real) { return -std::numeric_limits<Real>::infinity(); })};
  Tensor y = rwkv4(keys, values, decay, bonus, state, counter);
  Tensor direct(y.shape());
  for (std::int64_t t = 0; t < tokens; ++t) {
    for (std::int64_t c = 0; c < kChannels; ++c) {
      Real sum = 0;
      Real weights = 0;
      for (std::int64_t s = 0; s <= t; ++s) {
        const Real exponent = s == t ? bonus(c) : -static_cast<Real>(t - 1 - s) * decay(c);
        const Real weight = std::exp(exponent + keys(0, s, c));
        sum += weight * values(0, s, c);
        weights += weight;
      }
      direct(0, t, c) = sum / weights;
    }
  }
  return {std::move(y), std::move(direct)};
}

Two rglru_sums(std::int64_t tokens, std::mt19937_64& generator) {
  constexpr std::int64_t kChannels = 5;
  const auto random = [&] { return random_tensor({1, tokens, kChannels}, generator); };
  const reference::RecurrentTokens given{random(), mapped(random(), reference::sigmoid),
                                         mapped(random(), reference::sigmoid)};
  const Tensor rates = random_tensor({kChannels}, generator);
  Counter counter;
  StateLayer state(counter);
  state.allocate("state", {1, 1, 1, kChannels}, codec("real"));
  Tensor hidden = gated_recurrence(state, "state", given, rates, counter);
  Tensor direct(hidden.shape());
  for (std::int64_t t = 0; t < tokens; ++t) {
    for (std::int64_t c = 0; c < kChannels; ++c) {
      const auto log_decay = [&](std::int64_t at) {
        return -8 * std::log1p(std::exp(rates(c))) * given.recurrence_gate(0, at, c);
      };
      Real since = 0;
      for (std::int64_t s = t; s >= 0; --s) {
        const Real fresh = std::sqrt(-std::expm1(2 * log_decay(s)));
        direct(0, t, c) += std::exp(since) * fresh * given.input_gate(0, s, c) * given.x(0, s, c);
        since += log_decay(s);
      }
    }
  }
  return {std::move(hidden), std::move(direct)};
}

template <Two (*kBoth)(std::int64_t, std::mt19937_64&)>
void sums(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240731);
  for (const std::int64_t tokens : {1, 7, 40}) {
    const Two both = kBoth(tokens, generator);
    checks.near(fmt::format("{} tokens", tokens), both.direct, both.recurrent, kSumBound);
  }
}

constexpr std::string_view kSumHow =
    "random tokens at S = 1, 7 and 40 from an empty state, every weight worked out anew";

constexpr std::array kWeightedSumProofs{
    Proof{"rwkv6.sum", "rwkv6",
          "an output is the sum of all values, each weighted by its key, the decays of the tokens between it and "
          "the "
          "newest, and the bonus for the newest",
          kSumHow, sums<rwkv6_sums>},
    Proof{"rwkv4.sum", "rwkv4",
          "an output is the mean of all values, each weighted by e^key, by the decay since, and by the bonus for "
          "the "
          "newest",
          kSumHow, sums<rwkv4_sums>},
    Proof{"rglru.sum", "rglru",
          "a channel is the sum of all gated inputs, each by the root of 1 - a^2 and by the decays since", kSumHow,
          sums<rglru_sums>},
    Proof{"gsa.sum", "gsa",
          "an output is the softmax over slots, each of which holds all keys and values by the gates since",
          kSumHow, sums<gsa_sums>},
    Proof{"mlstm.sum", "mlstm",
          "an output is the sum of all values by gates and keys, divided by the sum of their weights or by 1: the "
          "stabiliser changes nothing",
          kSumHow, sums<mlstm_sums>},
};

}  // namespace

std::span<const Proof> weighted_sum_proofs() { return kWeightedSumProofs; }

}  // namespace kvtally
