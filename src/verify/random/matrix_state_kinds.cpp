#include <array>

#include "model/presets.hpp"
#include "verify/random/kinds.hpp"

namespace kvtally {

namespace {

// 1 to 3 key heads, 1 to 3 value heads each when a convolution says how many; a convolution over 1 to 4 tokens, of
// values alone or not, or none.
StateHeads heads(const Draw& draw) {
  const std::int64_t key_heads = draw(1, 3);
  return {.key_heads = key_heads,
          .value_heads = key_heads * draw(1, 3),
          .key_dim = draw(1, 12),
          .value_dim = draw(1, 12),
          .conv_kernel = draw(0, 4),
          .conv_on_values = draw(0, 3) == 0};
}

State any_state(const Draw& draw) {
  constexpr std::array kStates{linear_state, retention_state,   lightning_state, gated_linear_state,
                               delta_state,  gated_delta_state, kimi_delta_state};
  return kStates.at(static_cast<std::size_t>(draw(0, std::int64_t{kStates.size()} - 1)))(heads(draw));
}

constexpr std::array kMatrixStateKinds{
    RandomKind{"linear", [](const Draw& draw) { return state_layer(linear_state(heads(draw))); }},
    RandomKind{"retention", [](const Draw& draw) { return state_layer(retention_state(heads(draw))); }},
    RandomKind{"lightning", [](const Draw& draw) { return state_layer(lightning_state(heads(draw))); }},
    RandomKind{"gla", [](const Draw& draw) { return state_layer(gated_linear_state(heads(draw))); }},
    RandomKind{"delta", [](const Draw& draw) { return state_layer(delta_state(heads(draw))); }},
    RandomKind{"gdn", [](const Draw& draw) { return state_layer(gated_delta_state(heads(draw))); }},
    RandomKind{"kda", [](const Draw& draw) { return state_layer(kimi_delta_state(heads(draw))); }},
    RandomKind{"gsa",
               [](const Draw& draw) {
                 const StateHeads of = heads(draw);
                 return state_layer(gated_slots_state(of, draw(1, 8)));
               }},
    RandomKind{"mlstm", [](const Draw& draw) { return state_layer(matrix_lstm_state(heads(draw))); }},
    RandomKind{"hybrid", [](const Draw& draw) { return hybrid_layer(any_state(draw), random_key_values(draw)); }},
    RandomKind{
        "hybrid_sliding",
        [](const Draw& draw) { return hybrid_layer(any_state(draw), random_key_values(draw), draw(2, 12)); }},
};

}  // namespace

std::span<const RandomKind> random_matrix_state_kinds() { return kMatrixStateKinds; }

}  // namespace kvtally
