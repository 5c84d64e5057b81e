#include "reference/kind/rwkv4.hpp"
#include "reference/kind/rwkv6.hpp"
#include "reference/kind/rwkv7.hpp"
#include "reference/layer/channel_mixing.hpp"
#include "reference/layer/token_shift.hpp"
#include "verify/random/filler.hpp"
#include "verify/step/state_step.hpp"
#include "verify/step/steps.hpp"

// RWKV's blocks, both halves: what the second one keeps is the block's too. It is run with few units, which cost
// no memory.

namespace kvtally {

namespace {

using namespace reference;  // NOLINT: the executor's names

constexpr std::string_view kTimeShift = "time-mix shift";
constexpr std::string_view kChannelShift = "channel-mix shift";
constexpr std::int64_t kUnits = 4;

void hold_shifts(StateStep& step) {
  step.hold(kTimeShift);
  step.hold(kChannelShift);
}

void shift_time(const StateStep& step, StateLayer& state) {
  tokens_before(state, kTimeShift, filler({1, 1, step.shape(kTimeShift)[0]}));
}

ChannelMixing second_half(std::int64_t hidden) {
  return {filler({hidden}), {filler({kUnits, hidden}), {}}, {filler({hidden, kUnits}), {}}};
}

void mix_channels(const StateStep& step, StateLayer& state, Counter& counter) {
  const std::int64_t hidden = step.shape(kChannelShift)[0];
  const GatedChannelMixing gated{second_half(hidden), filler({hidden}), {filler({hidden, hidden}), {}}};
  gated_channel_mixing(state, gated, filler({1, 1, hidden}), counter);
}

// The sizes of a matrix, and a token's rows of them.
struct Heads {
  Shape matrix, keys, values;
};

Heads heads_of(const StateStep& step) {
  const std::vector<std::int64_t>& sizes = step.shape("matrix");
  return {{1, sizes[0], sizes[1], sizes[2]}, {1, sizes[0], 1, sizes[1]}, {1, sizes[0], 1, sizes[2]}};
}

LayerStep run_rwkv4(const Layer& layer, std::int64_t seen) {
  StateStep step(layer, seen);
  const std::int64_t channels = step.shape("numerator")[0];
  for (const char* name : {"numerator", "denominator", "maximum"}) {
    step.hold(name);
  }
  hold_shifts(step);
  return step.run([&](StateLayer& state, Counter& counter) {
    shift_time(step, state);
    const Tensor token = filler({1, 1, channels});
    Rwkv4State sums{state.read("numerator"), state.read("denominator"), state.read("maximum")};
    rwkv4(token, token, filler({channels}), filler({channels}), sums, counter);
    state.write("numerator", sums.numerator);
    state.write("denominator", sums.denominator);
    state.write("maximum", sums.maximum);
    mix_channels(step, state, counter);
  });
}

LayerStep run_rwkv6(const Layer& layer, std::int64_t seen) {
  StateStep step(layer, seen);
  const Heads heads = heads_of(step);
  step.hold("matrix", heads.matrix);
  hold_shifts(step);
  return step.run([&](StateLayer& state, Counter& counter) {
    shift_time(step, state);
    Tensor matrix = state.read("matrix");
    rwkv6({filler(heads.keys), filler(heads.keys), filler(heads.values)}, filler(heads.keys),
          filler({heads.keys[1], heads.keys[3]}), matrix, counter);
    state.write("matrix", matrix);
    mix_channels(step, state, counter);
  });
}

LayerStep run_rwkv7(const Layer& layer, std::int64_t seen) {
  StateStep step(layer, seen);
  const Heads heads = heads_of(step);
  const std::int64_t hidden = step.shape(kChannelShift)[0];
  step.hold("matrix", heads.matrix);
  hold_shifts(step);
  return step.run([&](StateLayer& state, Counter& counter) {
    shift_time(step, state);
    const Rwkv7Tokens token{.receptance = filler(heads.keys),
                            .decay = filler(heads.keys),
                            .key = filler(heads.keys),
                            .value = filler(heads.values),
                            .removal = filler(heads.keys),
                            .rate = filler(heads.keys)};
    rwkv7(state, "matrix", token, counter);
    channel_mixing(state, second_half(hidden), filler({1, 1, hidden}), counter);
  });
}

std::string why_no_matrix_step(const Layer& layer) {
  return why_no_step(layer, {{"matrix", 3}, {kTimeShift, 1}, {kChannelShift, 1}});
}

}  // namespace

StepRunner rwkv4_step() {
  return {[](const Layer& layer) {
            return why_no_step(
                layer,
                {{"numerator", 1}, {"denominator", 1}, {"maximum", 1}, {kTimeShift, 1}, {kChannelShift, 1}});
          },
          run_rwkv4};
}

StepRunner rwkv6_step() { return {why_no_matrix_step, run_rwkv6}; }
StepRunner rwkv7_step() { return {why_no_matrix_step, run_rwkv7}; }

}  // namespace kvtally
