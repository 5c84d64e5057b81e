#include <limits>

#include "model/presets.hpp"

namespace kvtally {

namespace {

State state_of_kind(std::string kind) {
  State state;
  state.kind = std::move(kind);
  return state;
}

StateTensor matrix(const StateHeads& heads) {
  return {"matrix",
          StateRole::recurrent,
          {heads.value_heads, heads.key_dim, heads.value_dim},
          f32(),
          StateTensor::Rewrite::whole};
}

// The last kernel−1 inputs; the newest column replaces the oldest.
StateTensor convolution_tail(std::int64_t channels, std::int64_t kernel) {
  return {"convolution", StateRole::convolution, {channels, kernel - 1}, bf16(), StateTensor::Rewrite::column};
}

StateTensor shift(std::string name, std::int64_t hidden) {
  return {std::move(name), StateRole::shift, {hidden}, bf16(), StateTensor::Rewrite::whole};
}

StateTensor vector_of(std::string name, std::int64_t size) {
  return {std::move(name), StateRole::recurrent, {size}, f32(), StateTensor::Rewrite::whole};
}

// More channels than 64 bits hold are far beyond limits::kElements, which refuses them.
void add_convolution(State& state, Wide wide_channels, std::int64_t kernel) {
  const std::int64_t channels = narrow(wide_channels).value_or(std::numeric_limits<std::int64_t>::max());
  if (kernel > 0) {
    state.tensors.push_back(convolution_tail(channels, kernel));
    state.work.push_back({"convolution", MultiplyAdds{Wide{kernel} * channels}});
  }
}

// Of the convolution over what the heads take in.
Wide channels_of(const StateHeads& heads) {
  const Wide queries_and_keys = heads.conv_on_values ? Wide{0} : 2 * Wide{heads.key_heads} * heads.key_dim;
  return queries_and_keys + Wide{heads.value_heads} * heads.value_dim;
}

// A matrix state that costs `per_element` multiply-adds for each of its elements at a step: 2 to add the outer
// product and read it, 1 for a decay, 1 (delta) or 2 (gated delta) more to read before writing.
State matrix_state(std::string kind, const StateHeads& heads, std::int64_t per_element) {
  State state = state_of_kind(std::move(kind));
  add_convolution(state, channels_of(heads), heads.conv_kernel);
  StateTensor tensor = matrix(heads);
  state.work.push_back({"recurrence", MultiplyAdds{per_element * element_count(tensor)}});
  state.tensors.push_back(std::move(tensor));
  return state;
}

}  // namespace

State linear_state(const StateHeads& heads) {
  State state = matrix_state("linear", heads, 2);
  StateTensor normaliser{
      "normaliser", StateRole::recurrent, {heads.value_heads, heads.key_dim}, f32(), StateTensor::Rewrite::whole};
  state.work.push_back({"normaliser", MultiplyAdds{2 * element_count(normaliser)}});
  state.tensors.push_back(std::move(normaliser));
  return state;
}

State retention_state(const StateHeads& heads) { return matrix_state("retention", heads, 3); }
State lightning_state(const StateHeads& heads) { return matrix_state("lightning", heads, 3); }
State gated_linear_state(const StateHeads& heads) { return matrix_state("gla", heads, 3); }
State delta_state(const StateHeads& heads) { return matrix_state("delta", heads, 3); }
State gated_delta_state(const StateHeads& heads) { return matrix_state("gdn", heads, 4); }
State kimi_delta_state(const StateHeads& heads) { return matrix_state("kda", heads, 4); }

State rwkv7_state(const StateHeads& heads, std::int64_t hidden) {
  State state = matrix_state("rwkv7", heads, 5);
  state.tensors.push_back(shift("time-mix shift", hidden));
  state.tensors.push_back(shift("channel-mix shift", hidden));
  return state;
}

// Decay, outer product and read; and the new token's own key and value, read past the matrix with a bonus u:
// (r · (u ⊙ k)) v.
State rwkv6_state(const StateHeads& heads, std::int64_t hidden) {
  State state = matrix_state("rwkv6", heads, 3);
  state.work.push_back(
      {"bonus", MultiplyAdds{Wide{heads.value_heads} * (2 * Wide{heads.key_dim} + heads.value_dim)}});
  state.tensors.push_back(shift("time-mix shift", hidden));
  state.tensors.push_back(shift("channel-mix shift", hidden));
  return state;
}

// In the output and in the new sums alike: two products for the numerator, one for the denominator.
State rwkv4_state(std::int64_t channels, std::int64_t hidden) {
  State state = state_of_kind("rwkv4");
  for (const char* name : {"numerator", "denominator", "maximum"}) {
    state.tensors.push_back(vector_of(name, channels));
  }
  state.work.push_back({"numerator", MultiplyAdds{4 * Wide{channels}}});
  state.work.push_back({"denominator", MultiplyAdds{2 * Wide{channels}}});
  state.tensors.push_back(shift("time-mix shift", hidden));
  state.tensors.push_back(shift("channel-mix shift", hidden));
  return state;
}

// Decay and write; nothing is read out, the state is the output.
State gated_recurrence_state(std::int64_t channels, std::int64_t conv_kernel) {
  State state = state_of_kind("rglru");
  add_convolution(state, channels, conv_kernel);
  state.tensors.push_back(vector_of("state", channels));
  state.work.push_back({"recurrence", MultiplyAdds{2 * Wide{channels}}});
  return state;
}

// Two gated matrices: keys into slots, which softmax turns into weights, and values out of slots.
State gated_slots_state(const StateHeads& heads, std::int64_t slots) {
  State state = state_of_kind("gsa");
  add_convolution(state, channels_of(heads), heads.conv_kernel);
  StateTensor keys{
      "keys", StateRole::recurrent, {heads.value_heads, heads.key_dim, slots}, f32(), StateTensor::Rewrite::whole};
  StateTensor values{"values",
                     StateRole::recurrent,
                     {heads.value_heads, slots, heads.value_dim},
                     f32(),
                     StateTensor::Rewrite::whole};
  for (const StateTensor* slots_of : {&keys, &values}) {
    state.work.push_back({slots_of->name, MultiplyAdds{3 * element_count(*slots_of)}});
  }
  state.tensors.push_back(std::move(keys));
  state.tensors.push_back(std::move(values));
  return state;
}

// Decay, outer product and read of the matrix, and the same of the normaliser.
State matrix_lstm_state(const StateHeads& heads) {
  State state = matrix_state("mlstm", heads, 3);
  StateTensor normaliser{
      "normaliser", StateRole::recurrent, {heads.value_heads, heads.key_dim}, f32(), StateTensor::Rewrite::whole};
  state.work.push_back({"normaliser", MultiplyAdds{3 * element_count(normaliser)}});
  state.tensors.push_back(std::move(normaliser));
  state.tensors.push_back(vector_of("stabiliser", heads.value_heads));
  return state;
}

State mamba_state(std::int64_t inner, std::int64_t state_size, std::int64_t conv_kernel) {
  State state = state_of_kind("mamba");
  add_convolution(state, inner, conv_kernel);
  StateTensor tensor{"state", StateRole::recurrent, {inner, state_size}, f32(), StateTensor::Rewrite::whole};
  state.work.push_back({"recurrence", MultiplyAdds{3 * element_count(tensor)}});
  state.tensors.push_back(std::move(tensor));
  return state;
}

State mamba2_state(const Mamba2Shape& shape) {
  State state = state_of_kind("mamba2");
  add_convolution(state, Wide{shape.heads} * shape.head_dim + 2 * Wide{shape.groups} * shape.state,
                  shape.conv_kernel);
  StateTensor tensor{"state",
                     StateRole::recurrent,
                     {shape.heads, shape.head_dim, shape.state},
                     f32(),
                     StateTensor::Rewrite::whole};
  state.work.push_back({"recurrence", MultiplyAdds{3 * element_count(tensor)}});
  state.tensors.push_back(std::move(tensor));
  return state;
}

State short_convolution_state(std::int64_t channels, std::int64_t kernel, std::int64_t shift_size) {
  State state = state_of_kind("conv");
  add_convolution(state, channels, kernel);
  if (shift_size > 0) {
    state.tensors.push_back(shift("delayed values", shift_size));
  }
  return state;
}

Layer state_layer(State state) {
  return {.kind = state.kind, .tag = "linear_attention", .memories = {}, .state = std::move(state), .sharing = {}};
}

Layer hybrid_layer(State state, Memory memory, std::int64_t window) {
  const bool sliding = window > 0;
  if (sliding) {
    memory.retention = Window{window, 0};
  }
  Layer layer{.kind = sliding ? "hybrid_sliding" : "hybrid",
              .tag = sliding ? "hybrid_sliding" : "hybrid",
              .memories = {},
              .state = std::move(state),
              .sharing = {}};
  layer.memories.push_back(std::move(memory));
  return layer;
}

Layer feed_forward_layer(const std::string& kind) {
  return {.kind = kind, .tag = kind, .memories = {}, .state = {}, .sharing = {}};
}

}  // namespace kvtally
