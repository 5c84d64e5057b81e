#include <array>

#include "model/presets.hpp"
#include "verify/random/kinds.hpp"

namespace kvtally {

namespace {

Layer mamba(const Draw& draw) {
  const std::int64_t inner = draw(1, 40);
  const std::int64_t size = draw(1, 16);
  return state_layer(mamba_state(inner, size, draw(1, 4)));
}

Layer mamba2(const Draw& draw) {
  const std::int64_t groups = draw(1, 3);
  return state_layer(mamba2_state({.heads = groups * draw(1, 3),
                                   .head_dim = draw(1, 12),
                                   .state = draw(1, 12),
                                   .groups = groups,
                                   .conv_kernel = draw(0, 4)}));
}

// As many heads of values as of keys, of one width.
StateHeads square_heads(const Draw& draw) {
  const std::int64_t heads = draw(1, 4);
  const std::int64_t dim = draw(1, 12);
  return {.key_heads = heads, .value_heads = heads, .key_dim = dim, .value_dim = dim};
}

Layer rwkv7(const Draw& draw) {
  const StateHeads heads = square_heads(draw);
  return state_layer(rwkv7_state(heads, heads.value_heads * heads.value_dim));
}

Layer rwkv6(const Draw& draw) {
  const StateHeads heads = square_heads(draw);
  return state_layer(rwkv6_state(heads, heads.value_heads * heads.value_dim));
}

Layer rwkv4(const Draw& draw) {
  const std::int64_t channels = draw(1, 40);
  return state_layer(rwkv4_state(channels, draw(1, 40)));
}

Layer gated_recurrence(const Draw& draw) {
  const std::int64_t channels = draw(1, 40);
  return state_layer(gated_recurrence_state(channels, draw(0, 4)));
}

Layer convolution(const Draw& draw) {
  const std::int64_t groups = draw(1, 5);
  const std::int64_t channels = groups * draw(1, 12);
  const std::int64_t kernel = draw(2, 6);
  return state_layer(short_convolution_state(channels, kernel, draw(0, 1) * draw(1, 20)));
}

constexpr std::array kRecurrentKinds{RandomKind{"mamba", mamba},     RandomKind{"mamba2", mamba2},
                                     RandomKind{"rwkv7", rwkv7},     RandomKind{"rwkv6", rwkv6},
                                     RandomKind{"rwkv4", rwkv4},     RandomKind{"rglru", gated_recurrence},
                                     RandomKind{"conv", convolution}};

}  // namespace

std::span<const RandomKind> random_recurrent_kinds() { return kRecurrentKinds; }

}  // namespace kvtally
