#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <vector>

#include "model/presets.hpp"
#include "support/print.hpp"

namespace kvtally::state_presets_test {

namespace {

using Rewrite = StateTensor::Rewrite;

StateTensor matrix(std::string name, std::vector<std::int64_t> shape) {
  return {std::move(name), StateRole::recurrent, std::move(shape), f32(), Rewrite::whole};
}

StateTensor tail(std::int64_t channels, std::int64_t columns) {
  return {"convolution", StateRole::convolution, {channels, columns}, bf16(), Rewrite::column};
}

StateTensor shift(std::string name, std::int64_t hidden) {
  return {std::move(name), StateRole::shift, {hidden}, bf16(), Rewrite::whole};
}

TEST_CASE("the tensors and the work of every state") {
  struct Case {
    std::string name;
    State state;
    State expected;
  };
  // Four value heads and two key heads of 8 × 16: 4 × 8 × 16 = 512 elements. Channels: 2 × 2 × 8 + 4 × 16 = 96,
  // and four taps multiply 384.
  const StateHeads heads{2, 4, 8, 16, 0};
  const StateHeads convolved{2, 4, 8, 16, 4};
  const StateTensor plain = matrix("matrix", {4, 8, 16});
  const std::vector<Case> cases{
      {"linear",
       linear_state(heads),
       {{plain, matrix("normaliser", {4, 8})},
        {{"recurrence", MultiplyAdds{1024}}, {"normaliser", MultiplyAdds{64}}}}},              // 2 × 512, 2 × 32
      {"retention", retention_state(heads), {{plain}, {{"recurrence", MultiplyAdds{1536}}}}},  // 3 × 512
      {"lightning", lightning_state(heads), {{plain}, {{"recurrence", MultiplyAdds{1536}}}}},
      {"gla", gated_linear_state(heads), {{plain}, {{"recurrence", MultiplyAdds{1536}}}}},
      {"delta",
       delta_state(convolved),
       {{tail(96, 3), plain}, {{"convolution", MultiplyAdds{384}}, {"recurrence", MultiplyAdds{1536}}}}},
      // 4 × 512
      {"gdn",
       gated_delta_state(convolved),
       {{tail(96, 3), plain}, {{"convolution", MultiplyAdds{384}}, {"recurrence", MultiplyAdds{2048}}}}},
      {"kda",
       kimi_delta_state(convolved),
       {{tail(96, 3), plain}, {{"convolution", MultiplyAdds{384}}, {"recurrence", MultiplyAdds{2048}}}}},
      {"rwkv7",
       rwkv7_state(heads, 64),
       {{plain, shift("time-mix shift", 64), shift("channel-mix shift", 64)},
        {{"recurrence", MultiplyAdds{2560}}}}},  // 5 × 512
      // 3 × 512; 4 × (2 × 8 + 16)
      {"rwkv6",
       rwkv6_state(heads, 64),
       {{plain, shift("time-mix shift", 64), shift("channel-mix shift", 64)},
        {{"recurrence", MultiplyAdds{1536}}, {"bonus", MultiplyAdds{128}}}}},
      {"rwkv4",
       rwkv4_state(48, 64),
       {{matrix("numerator", {48}), matrix("denominator", {48}), matrix("maximum", {48}),
         shift("time-mix shift", 64), shift("channel-mix shift", 64)},
        {{"numerator", MultiplyAdds{192}}, {"denominator", MultiplyAdds{96}}}}},  // 4 × 48, 2 × 48
      {"rglru",
       gated_recurrence_state(48, 4),
       {{tail(48, 3), matrix("state", {48})},
        {{"convolution", MultiplyAdds{192}}, {"recurrence", MultiplyAdds{96}}}}},  // 4 × 48, 2 × 48
      // 3 × 4 × 10 × 8, 3 × 4 × 10 × 16
      {"gsa",
       gated_slots_state(convolved, 10),
       {{tail(96, 3), matrix("keys", {4, 8, 10}), matrix("values", {4, 10, 16})},
        {{"convolution", MultiplyAdds{384}}, {"keys", MultiplyAdds{960}}, {"values", MultiplyAdds{1920}}}}},
      {"mlstm",
       matrix_lstm_state(heads),
       {{plain, matrix("normaliser", {4, 8}), matrix("stabiliser", {4})},
        {{"recurrence", MultiplyAdds{1536}}, {"normaliser", MultiplyAdds{96}}}}},  // 3 × 512, 3 × 32
      // the values alone: 4 × 16 channels
      {"gdn",
       gated_delta_state({2, 4, 8, 16, 4, true}),
       {{tail(64, 3), plain}, {{"convolution", MultiplyAdds{256}}, {"recurrence", MultiplyAdds{2048}}}}},
      {"conv",
       short_convolution_state(64, 3, 5),
       {{tail(64, 2), shift("delayed values", 5)}, {{"convolution", MultiplyAdds{192}}}}},
      {"mamba",
       mamba_state(64, 16, 4),
       {{tail(64, 3), matrix("state", {64, 16})},
        {{"convolution", MultiplyAdds{256}}, {"recurrence", MultiplyAdds{3072}}}}},  // 4 × 64, 3 × 1024
      {"mamba2",
       mamba2_state({4, 16, 8, 2, 4}),  // 4 × 16 + 2 × 2 × 8 = 96 channels
       {{tail(96, 3), matrix("state", {4, 16, 8})},
        {{"convolution", MultiplyAdds{384}}, {"recurrence", MultiplyAdds{1536}}}}},
      {"conv", short_convolution_state(64, 3), {{tail(64, 2)}, {{"convolution", MultiplyAdds{192}}}}},  // 3 × 64
      {"no convolution", short_convolution_state(64, 0), {}},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(c.state.tensors == c.expected.tensors);
    CHECK(c.state.work == c.expected.work);
    CHECK(c.state.kind == (c.name == "no convolution" ? "conv" : c.name));
  }
}

TEST_CASE("channels beyond 64 bits stand at the most that 64 bits hold") {
  // 2 × (2^31 − 1)^2 + (2^31 − 1)^2; limits::kElements refuses both.
  constexpr std::int64_t kMost = (std::int64_t{1} << 31) - 1;
  constexpr std::int64_t kChannels = std::numeric_limits<std::int64_t>::max();
  for (const State& state :
       {gated_delta_state({kMost, kMost, kMost, kMost, 4}), mamba2_state({kMost, kMost, kMost, kMost, 4})}) {
    CHECK(state.tensors.front() == tail(kChannels, 3));
    CHECK(state.work.front().step == MultiplyAdds{4 * Wide{kChannels}});
  }
  CHECK(short_convolution_state(kMost, 3).tensors == std::vector<StateTensor>{tail(kMost, 2)});
}

TEST_CASE("layers that hold a state") {
  const State state = short_convolution_state(64, 3);
  const Layer alone = state_layer(state);
  CHECK(alone.kind == "conv");
  CHECK(alone.tag == "linear_attention");
  CHECK(alone.memories.empty());
  CHECK(alone.state == state);

  const Memory memory = key_value_memory({8, 2, 64, 64});
  const Layer full = hybrid_layer(state, memory);
  CHECK(full.kind == "hybrid");
  CHECK(full.tag == "hybrid");
  CHECK(full.state == state);
  CHECK(full.memories == std::vector<Memory>{memory});

  const Layer sliding = hybrid_layer(state, memory, 128);
  CHECK(sliding.kind == "hybrid_sliding");
  CHECK(sliding.tag == "hybrid_sliding");
  REQUIRE(sliding.memories.size() == 1);
  CHECK(sliding.memories[0].retention == Retention{Window{128, 0}});

  const Layer nothing = feed_forward_layer("moe");
  CHECK(nothing.kind == "moe");
  CHECK(nothing.tag == "moe");
  CHECK(nothing.memories.empty());
  CHECK(nothing.state == State{});
}

}  // namespace

}  // namespace kvtally::state_presets_test
