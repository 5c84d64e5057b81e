#include <array>
#include <fmt/format.h>
#include <limits>

#include "reference/kind/gsa.hpp"
#include "reference/kind/mlstm.hpp"
#include "reference/kind/rglru.hpp"
#include "reference/kind/rwkv4.hpp"
#include "reference/kind/rwkv6.hpp"
#include "reference/tensor/elementwise.hpp"
#include "reference/tensor/linear.hpp"
#include "verify/memory.hpp"
#include "verify/proofs/in_steps.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/random/tensor.hpp"

// RWKV-4 and 6, Griffin's recurrence, gated slots and xLSTM's matrix memory: that a text may come in any steps,
// and what makes each of them what it is.

namespace kvtally {

namespace {

using reference::codec;
using reference::Counter;
using reference::NewTokens;
using reference::Real;
using reference::StateLayer;
using reference::Tensor;

constexpr std::int64_t kHeads = 2;
constexpr std::int64_t kKey = 3;
constexpr std::int64_t kValue = 4;
constexpr std::int64_t kSlots = 5;
constexpr std::int64_t kChannels = 6;

// The channels of x [batch, tokens, width], part by part.
class Channels {
 public:
  explicit Channels(const Tensor& x) : x_(x) {}
  Tensor take(std::int64_t width) {
    at_ += width;
    return slice(x_, 2, at_ - width, at_);
  }
  Tensor heads(std::int64_t dim) { return split_heads(take(kHeads * dim), kHeads); }
  Tensor log_gate(std::int64_t dim) {
    return mapped(heads(dim), [](Real x) { return -reference::softplus(x); });
  }
  NewTokens tokens() {
    Tensor query = heads(kKey);
    Tensor key = heads(kKey);
    return {std::move(query), std::move(key), heads(kValue)};
  }

 private:
  const Tensor& x_;
  std::int64_t at_ = 0;
};

constexpr std::int64_t kTokenWidth = kHeads * (2 * kKey + kValue);

Tensor lowest(reference::Shape shape) {
  return mapped(Tensor(std::move(shape)), [](Real) { return -std::numeric_limits<Real>::infinity(); });
}

// A kind's recurrence between two projections: its state's tensors, and its tokens out of the channels of x.
struct Bench {
  std::int64_t width;
  std::vector<std::pair<const char*, reference::Shape>> tensors;  // without the batch
  Tensor (*run)(std::vector<Tensor>& state, const Tensor& x, Counter& counter);
};

Bench rwkv6_bench() {
  return {kTokenWidth + kHeads * kKey,
          {{"matrix", {kHeads, kKey, kValue}}},
          [](std::vector<Tensor>& state, const Tensor& x, Counter& counter) {
            Channels from(x);
            const NewTokens tokens = from.tokens();
            const Tensor bonus({kHeads, kKey}, {1, Real(0.5), 2, Real(-0.5), 1, 3});
            return merged_heads(rwkv6(tokens, from.log_gate(kKey), bonus, state[0], counter));
          }};
}

Bench rwkv4_bench() {
  const reference::Shape channels{1, 1, kChannels};
  return {2 * kChannels,
          {{"numerator", channels}, {"denominator", channels}, {"maximum", channels}},
          [](std::vector<Tensor>& state, const Tensor& x, Counter& counter) {
            const Tensor decay({kChannels}, {0, Real(0.1), Real(0.5), 1, 2, 8});
            const Tensor bonus({kChannels}, {1, Real(0.5), 2, Real(-0.5), 1, 3});
            Channels from(x);
            const Tensor keys = from.take(kChannels);
            reference::Rwkv4State sums{state[0], state[1], state[2]};
            Tensor y = rwkv4(keys, from.take(kChannels), decay, bonus, sums, counter);
            state = {sums.numerator, sums.denominator, sums.maximum};
            return y;
          }};
}

Bench gsa_bench() {
  return {kTokenWidth + kHeads * kSlots,
          {{"keys", {kHeads, kKey, kSlots}}, {"values", {kHeads, kSlots, kValue}}},
          [](std::vector<Tensor>& state, const Tensor& x, Counter& counter) {
            Channels from(x);
            const NewTokens tokens = from.tokens();
            return merged_heads(gated_slots(tokens, from.log_gate(kSlots), state[0], state[1], counter));
          }};
}

Bench mlstm_bench() {
  return {kTokenWidth + 2 * kHeads,
          {{"matrix", {kHeads, kKey, kValue}}, {"normaliser", {kHeads, 1, kKey}}, {"stabiliser", {1, 1, kHeads}}},
          [](std::vector<Tensor>& state, const Tensor& x, Counter& counter) {
            Channels from(x);
            const NewTokens tokens = from.tokens();
            const Tensor input = from.heads(1);
            reference::MatrixLstmState memory{state[0], state[1], state[2]};
            Tensor y = merged_heads(matrix_lstm(tokens, {input, from.log_gate(1)}, memory, counter));
            state = {memory.matrix, memory.normaliser, memory.stabiliser};
            return y;
          }};
}

template <Bench (*kBench)()>
void steps(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240732);
  Counter counter;
  const Bench bench = kBench();
  const auto allocate = [&](StateLayer& state, std::int64_t batch) {
    for (const auto& [name, shape] : bench.tensors) {
      const reference::Shape whole{batch, shape[0], shape[1], shape[2]};
      state.allocate(name, whole, codec("real"));
      if (std::string_view(name) == "maximum") {
        state.write(name, lowest(whole));
      }
    }
  };
  const auto run = [&](StateLayer& state, const Tensor& x) {
    std::vector<Tensor> held;
    for (const auto& [name, shape] : bench.tensors) {
      held.push_back(state.read(name));
    }
    Tensor y = bench.run(held, x, counter);
    for (std::size_t i = 0; i < held.size(); ++i) {
      state.write(bench.tensors[i].first, held[i]);
    }
    state.saw(x.size(1));
    return y;
  };
  for (int i = 0; i < 4; ++i) {
    compare_in_steps(checks, fmt::format("text {}", i), {bench.width, allocate, run}, generator);
  }
}

void rglru_steps(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240733);
  Counter counter;
  const Tensor rates = random_tensor({kChannels}, generator);
  const auto run = [&](StateLayer& state, const Tensor& x) {
    Channels from(x);
    const Tensor inputs = from.take(kChannels);
    const Tensor input_gate = mapped(from.take(kChannels), reference::sigmoid);
    Tensor y = gated_recurrence(
        state, "state", {inputs, input_gate, mapped(from.take(kChannels), reference::sigmoid)}, rates, counter);
    state.saw(x.size(1));
    return y;
  };
  const auto allocate = [](StateLayer& state, std::int64_t batch) {
    state.allocate("state", {batch, 1, 1, kChannels}, codec("real"));
  };
  for (int i = 0; i < 4; ++i) {
    compare_in_steps(checks, fmt::format("text {}", i), {3 * kChannels, allocate, run}, generator);
  }
}

constexpr std::string_view kStepsClaim =
    "outputs over a text at once are those over a part at once and the rest token by token, bit for bit, and the "
    "state has the same bytes before the first token and after the last";
constexpr std::string_view kStepsHow = "4 random texts of 17 tokens of two requests";

constexpr std::array kProofs{
    memory_proof("rwkv6.memory"), Proof{"rwkv6.decode", "rwkv6", kStepsClaim, kStepsHow, steps<rwkv6_bench>},
    memory_proof("rwkv4.memory"), Proof{"rwkv4.decode", "rwkv4", kStepsClaim, kStepsHow, steps<rwkv4_bench>},
    memory_proof("rglru.memory"), Proof{"rglru.decode", "rglru", kStepsClaim, kStepsHow, rglru_steps},
    memory_proof("gsa.memory"),   Proof{"gsa.decode", "gsa", kStepsClaim, kStepsHow, steps<gsa_bench>},
    memory_proof("mlstm.memory"), Proof{"mlstm.decode", "mlstm", kStepsClaim, kStepsHow, steps<mlstm_bench>},
};

}  // namespace

std::span<const Proof> gated_state_proofs() { return kProofs; }

}  // namespace kvtally
