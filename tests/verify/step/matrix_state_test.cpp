#include <doctest/doctest.h>

#include "model/presets.hpp"
#include "verify/layer_step.hpp"

namespace kvtally::matrix_state_test {

namespace {

using reference::Footprint;
using reference::Kept;
using reference::Work;

// 2 key heads of 8, 4 value heads of 6: matrices of 4 · 8 · 6 = 192 numbers in f32, a tail of 3 columns of 2·2·8 +
// 4·6 = 56 channels in bf16.
TEST_CASE("the step of a gated delta net, by hand, whatever was seen") {
  const Layer layer = state_layer(gated_delta_state({2, 4, 8, 6, 4}));
  for (const std::int64_t seen : {1, 2, 1000}) {
    const auto step = run_step(layer, seen);
    REQUIRE(step.has_value());
    const Bytes all{192 * 4 + 3 * 56 * 2};
    CHECK(step->footprint == Footprint{all, all});
    CHECK(step->counts.read_of(Kept::state) == all);
    CHECK(step->counts.written_of(Kept::state) == Bytes{192 * 4 + 56 * 2});
    CHECK(step->counts.useful_of(Work::state) == MultiplyAdds{4 * 192 + 4 * 56});
  }
}

// The same over the 4·6 channels of the values alone.
TEST_CASE("the step of a gated delta net whose convolution runs over values") {
  const auto step = run_step(state_layer(gated_delta_state({2, 4, 8, 6, 4, true})), 7);
  REQUIRE(step.has_value());
  CHECK(step->footprint.stored == Bytes{192 * 4 + 3 * 24 * 2});
  CHECK(step->counts.written_of(Kept::state) == Bytes{192 * 4 + 24 * 2});
  CHECK(step->counts.useful_of(Work::state) == MultiplyAdds{4 * 192 + 4 * 24});
}

// 3 heads of 4 × 5 and their normalisers of 4.
TEST_CASE("the step of linear attention with its normaliser, by hand") {
  const auto step = run_step(state_layer(linear_state({3, 3, 4, 5, 0})), 7);
  REQUIRE(step.has_value());
  CHECK(step->footprint.stored == Bytes{(60 + 12) * 4});
  CHECK(step->counts.written_of(Kept::state) == Bytes{(60 + 12) * 4});
  CHECK(step->counts.useful_of(Work::state) == MultiplyAdds{2 * 60 + 2 * 12});
}

TEST_CASE("a hybrid's step is both of its halves'") {
  const Memory memory = key_value_memory({4, 2, 8, 4});
  const State state = retention_state({2, 2, 4, 4, 0});
  const auto step = run_step(hybrid_layer(state, memory, 5), 9);
  REQUIRE(step.has_value());
  // entries of 2 (8 + 4) numbers in bf16, 5 of them stored and 4 carried; 2 matrices of 4 × 4 in f32
  CHECK(step->footprint == Footprint{Bytes{5 * 48 + 128}, Bytes{4 * 48 + 128}});
  CHECK(step->counts.read_of(Kept::entries) == Bytes{5 * 48});
  CHECK(step->counts.useful_of(Work::state) == MultiplyAdds{3 * 32});
}

TEST_CASE("states that it can't run") {
  const auto why = [](const State& state) { return not_executable(state_layer(state)); };
  const StateHeads heads{2, 4, 8, 6, 4};
  CHECK(why(kimi_delta_state(heads)) == "");
  State strange = kimi_delta_state(heads);
  strange.tensors[0].name = "shift";
  CHECK(why(strange) == "its state holds 'shift'");
  State normalised = linear_state(heads);
  normalised.kind = "gla";
  CHECK(why(normalised) == "its state holds 'normaliser'");
  State format = delta_state(heads);
  format.tensors.back().format = Format{"made_up", 1, 1};
  CHECK(why(format) == "no codec stores made_up");
  State channels = delta_state(heads);
  channels.tensors[0].shape[0] += 16;
  CHECK(why(channels) == "its convolution isn't one over queries, keys and values, or values alone");
  State bare = delta_state(heads);
  bare.tensors.pop_back();
  CHECK(why(bare) == "its state holds no matrix");
}

}  // namespace

}  // namespace kvtally::matrix_state_test
