#include <doctest/doctest.h>
#include <random>

#include "model/presets.hpp"
#include "plan/division.hpp"
#include "verify/random/layer.hpp"

namespace kvtally::state_division_test {

namespace {

using Shape = std::vector<std::int64_t>;

State divided(const State& state, std::int64_t tp) {
  Refusals refusals;
  State out = device_state(state, tp, refusals);
  CHECK(refusals.empty());
  return out;
}

Shape shape_of(const State& state, StateRole role) {
  for (const StateTensor& tensor : state.tensors) {
    if (tensor.role == role) {
      return tensor.shape;
    }
  }
  return {};
}

Wide work_of(const State& state) {
  Wide sum = 0;
  for (const StateWork& work : state.work) {
    sum += work.step.value;
  }
  return sum;
}

std::string refusal(const State& state, std::int64_t tp) {
  Refusals refusals;
  device_state(state, tp, refusals);
  const auto sentences = refusals.take();
  return sentences.empty() ? "" : sentences.front();
}

TEST_CASE("Gated DeltaNet: value heads are divided, key heads replicated past their number") {
  const State whole = gated_delta_state({16, 32, 128, 128, 4});
  CHECK(shape_of(whole, StateRole::convolution) == Shape{8192, 3});
  CHECK(shape_of(divided(whole, 8), StateRole::recurrent) == Shape{4, 128, 128});
  CHECK(shape_of(divided(whole, 8), StateRole::convolution) == Shape{1024, 3});
  CHECK(shape_of(divided(whole, 32), StateRole::recurrent) == Shape{1, 128, 128});
  CHECK(shape_of(divided(whole, 32), StateRole::convolution) == Shape{2 * 128 + 128, 3});
  CHECK(work_of(divided(whole, 8)) * 8 == work_of(whole));
  // 4 × 128 × 128 for the matrix, 4 taps × 384 channels.
  CHECK(work_of(divided(whole, 32)) == 4 * 128 * 128 + 4 * 384);
}

TEST_CASE("Mamba-2: heads are divided, groups of B and C replicated past their number") {
  const State one_group = mamba2_state({128, 64, 128, 1, 4});
  CHECK(shape_of(divided(one_group, 4), StateRole::recurrent) == Shape{32, 64, 128});
  CHECK(shape_of(divided(one_group, 4), StateRole::convolution) == Shape{2048 + 2 * 128, 3});
  CHECK(shape_of(divided(mamba2_state({128, 64, 128, 8, 4}), 4), StateRole::convolution) ==
        Shape{2048 + 2 * 2 * 128, 3});
  CHECK(refusal(mamba2_state({128, 64, 128, 3, 4}), 4) == "3 groups of a 'mamba2' state do not divide over tp 4");
  CHECK(refusal(mamba2_state({30, 64, 128, 1, 4}), 4) == "30 heads of a 'mamba2' state do not divide over tp 4");
}

TEST_CASE("channels of vectors and convolutions are divided, token shifts are whole") {
  CHECK(shape_of(divided(mamba_state(8192, 16, 4), 8), StateRole::recurrent) == Shape{1024, 16});
  CHECK(shape_of(divided(mamba_state(8192, 16, 4), 8), StateRole::convolution) == Shape{1024, 3});
  CHECK(shape_of(divided(short_convolution_state(2048, 3), 4), StateRole::convolution) == Shape{512, 2});
  CHECK(shape_of(divided(gated_recurrence_state(2560, 4), 2), StateRole::recurrent) == Shape{1280});
  const State rwkv = divided(rwkv7_state({40, 40, 64, 64, 0}, 2560), 8);
  CHECK(shape_of(rwkv, StateRole::recurrent) == Shape{5, 64, 64});
  CHECK(shape_of(rwkv, StateRole::shift) == Shape{2560});
  CHECK(refusal(mamba_state(100, 16, 4), 8) == "100 channels of a 'mamba' state do not divide over tp 8");
}

TEST_CASE("slots, normalisers and a convolution over the values alone") {
  const State slots = divided(gated_slots_state({4, 4, 64, 128, 4}, 32), 2);
  CHECK(slots.tensors[1].shape == Shape{2, 64, 32});
  CHECK(slots.tensors[2].shape == Shape{2, 32, 128});
  CHECK(slots.tensors[0].shape == Shape{(2 * 4 * 64 + 4 * 128) / 2, 3});
  CHECK(divided(linear_state({4, 4, 64, 64, 0}), 4).tensors[1].shape == Shape{1, 64});
  CHECK(divided(matrix_lstm_state({4, 4, 64, 64, 0}), 4).tensors.back().shape == Shape{1});
  CHECK(shape_of(divided(gated_delta_state({4, 4, 64, 128, 4, true}), 2), StateRole::convolution) ==
        Shape{256, 3});
}

TEST_CASE("a state of a kind that has no rule is refused, unless it is on one device") {
  State state = linear_state({4, 4, 64, 64, 0});
  state.kind = "mine";
  CHECK(refusal(state, 2) == "how a 'mine' state divides over tp 2 is not known");
  CHECK(refusal(state, 1).empty());
}

TEST_CASE("every kind of state that there is has a rule") {
  std::mt19937_64 generator(7);
  const Draw draw = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(generator() % static_cast<std::uint64_t>(high - low + 1));
  };
  for (const std::string_view kind : random_kind_names()) {
    CAPTURE(kind);
    CHECK(refusal(random_layer(kind, draw).state, 2).find("is not known") == std::string::npos);
  }
}

}  // namespace

}  // namespace kvtally::state_division_test
