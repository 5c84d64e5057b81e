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

constexpr std::int64_t kGatedHeads = 2;
constexpr std::int64_t kGatedKey = 3;
constexpr std::int64_t kGatedValue = 4;
constexpr std::int64_t kGatedSlots = 5;
constexpr std::int64_t kGatedChannels = 6;

// The channels of x [batch, tokens, width], part by part.
class Channels {
 public:
  explicit Channels(const Tensor& x) : x_(x) {}
  Tensor take(std::int64_t width) {
    at_ += width;
    return slice(x_, 2, at_ - width, at_);
  }
  Tensor heads(std::int64_t dim) { return split_heads(take(kGatedHeads * dim), kGatedHeads); }
  Tensor log_gate(std::int64_t dim) {
    return mapped(heads(dim), [](Real x) { return -reference::softplus(x); });
  }
  NewTokens tokens() {
    Tensor query = heads(kGatedKey);
    Tensor key = heads(kGatedKey);
    return {std::move(query), std::move(key), heads(kGatedValue)};
  }

 private:
  const Tensor& x_;
  std::int64_t at_ = 0;
};

constexpr std::int64_t kGatedTokenWidth = kGatedHeads * (2 * kGatedKey + kGatedValue);

Tensor lowest(reference::Shape shape) {
  return mapped(Tensor(std::move(shape)), [](Real) { return -std::numeric_limits<Real>::infinity(); });
}

// A kind's recurrence between two projections: its state's tensors, and its tokens out of the channels of x.
struct GatedBench {
  std::int64_t width;
  std::vector<std::pair<const char*, reference::Shape>> tensors;  // without the batch
  Tensor (*run)(std::vector<Tensor>& state, const Tensor& x, Counter& counter);
};

GatedBench rwkv6_bench() {
  return {kGatedTokenWidth + kGatedHeads * kGatedKey,
          {{"matrix", {kGatedHeads, kGatedKey, kGatedValue}}},
          [](std::vector<Tensor>& state, const Tensor& x, Counter& counter) {
            Channels from(x);
            const NewTokens tokens = from.tokens();
            const Tensor bonus({kGatedHeads, kGatedKey}, {1, Real(0.5), 2, Real(-0.5), 1, 3});
            return merged_heads(rwkv6(tokens, from.log_gate(kGatedKey), bonus, state[0], counter));
          }};
}

GatedBench rwkv4_bench() {
  const reference::Shape channels{1, 1, kGatedChannels};
  return {2 * kGatedChannels,
          {{"numerator", channels}, {"denominator", channels}, {"maximum", channels}},
          [](std::vector<Tensor>& state, const Tensor& x, Counter& counter) {
            const Tensor decay({kGatedChannels}, {0, Real(0.1), Real(0.5), 1, 2, 8});
            const Tensor bonus({kGatedChannels}, {1, Real(0.5), 2, Real(-0.5), 1, 3});
            Channels from(x);
            const Tensor keys = from.take(kGatedChannels);
            reference::Rwkv4State sums{state[0], state[1], state[2]};
            Tensor y = rwkv4(keys, from.take(kGatedChannels), decay, bonus, sums, counter);
            state = {sums.numerator, sums.denominator, sums.maximum};
            return y;
          }};
}

GatedBench gsa_bench() {
  return {kGatedTokenWidth + kGatedHeads * kGatedSlots,
          {{"keys", {kGatedHeads, kGatedKey, kGatedSlots}}, {"values", {kGatedHeads, kGatedSlots, kGatedValue}}},
          [](std::vector<Tensor>& state, const Tensor& x, Counter& counter) {
            Channels from(x);
            const NewTokens tokens = from.tokens();
            return merged_heads(gated_slots(tokens, from.log_gate(kGatedSlots), state[0], state[1], counter));
          }};
}

GatedBench mlstm_bench() {
  return {kGatedTokenWidth + 2 * kGatedHeads,
          {{"matrix", {kGatedHeads, kGatedKey, kGatedValue}},
           {"normaliser", {kGatedHeads, 1, kGatedKey}},
           {"stabiliser", {1, 1, kGatedHeads}}},
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

template <GatedBench (*kBench)()>
void steps(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240732);
  Counter counter;
  const GatedBench bench = kBench();
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
  const Tensor rates = random_tensor({kGatedChannels}, generator);
  const auto run = [&](StateLayer& state, const Tensor& x) {
    Channels from(x);
    const Tensor inputs = from.take(kGatedChannels);
    const Tensor input_gate = mapped(from.take(kGatedChannels), reference::sigmoid);
    Tensor y = gated_recurrence(state, "state",
                                {inputs, input_gate, mapped(from.take(kGatedChannels), reference::sigmoid)}, rates,
                                counter);
    state.saw(x.size(1));
    return y;
  };
  const auto allocate = [](StateLayer& state, std::int64_t batch) {
    state.allocate("state", {batch, 1, 1, kGatedChannels}, codec("real"));
  };
  for (int i = 0; i < 4; ++i) {
    compare_in_steps(checks, fmt::format("text {}", i), {3 * kGatedChannels, allocate, run}, generator);
  }
}

constexpr std::string_view kStepsHow = "4 random texts of 17 tokens of two requests";

constexpr std::array kGatedStateProofs{
    memory_proof("rwkv6.memory"), Proof{"rwkv6.decode", "rwkv6", kStepsClaim, kStepsHow, steps<rwkv6_bench>},
    memory_proof("rwkv4.memory"), Proof{"rwkv4.decode", "rwkv4", kStepsClaim, kStepsHow, steps<rwkv4_bench>},
    memory_proof("rglru.memory"), Proof{"rglru.decode", "rglru", kStepsClaim, kStepsHow, rglru_steps},
    memory_proof("gsa.memory"),   Proof{"gsa.decode", "gsa", kStepsClaim, kStepsHow, steps<gsa_bench>},
    memory_proof("mlstm.memory"), Proof{"mlstm.decode", "mlstm", kStepsClaim, kStepsHow, steps<mlstm_bench>},
};

}  // namespace

std::span<const Proof> gated_state_proofs() { return kGatedStateProofs; }

}  // namespace kvtally
