#include "plan/weight_share.hpp"

#include <algorithm>

namespace kvtally {

namespace {

Share times(Share a, Share b) { return {a.part * b.part, a.of * b.of}; }

// ⌈size ÷ n⌉ of a size; one n-th where it is not known.
Share largest_share(std::optional<std::int64_t> size, std::int64_t n) {
  return size && *size > 0 ? Share{ceil_div(*size, n), *size} : Share{1, n};
}

const Row* key_row(const Layer& layer, bool encoder) {
  for (const Memory& memory : layer.memories) {
    const bool fixed = std::holds_alternative<Fixed>(memory.retention);
    for (const Row& row : memory.entry) {
      if (row.role == Role::key && fixed == encoder) {
        return &row;
      }
    }
  }
  return nullptr;
}

const StateTensor* tensor_of(const Layer& layer, StateRole role) {
  const auto tensor = std::ranges::find(layer.state.tensors, role, &StateTensor::role);
  return tensor == layer.state.tensors.end() || tensor->shape.empty() ? nullptr : &*tensor;
}

// Gate (heads × width), the convolution's channels, and a step a head.
Wide input_width(const Layer& layer) {
  const StateTensor& matrix = *tensor_of(layer, StateRole::recurrent);
  return Wide{matrix.shape[0]} * (matrix.shape[1] + 1) + tensor_of(layer, StateRole::convolution)->shape[0];
}

}  // namespace

Division division_of(const WeightRule& rule, const WeightGroup& group) {
  if (group.copies > 1 && rule.division == Division::feed_forward) {
    return Division::experts;
  }
  return group.copies > 1 && rule.name == "biases" ? Division::expert_vectors : rule.division;
}

Share WeightShares::of(Division division, const WeightGroup& group, std::optional<std::size_t> layer) const {
  const std::int64_t tp = placement_.tp;
  switch (division) {
    case Division::whole: return {};
    case Division::heads: return {1, tp};
    case Division::key_heads: return key_share(group, layer);
    case Division::channels: return channel_share(layer);
    case Division::state_input: return input_share(layer);
    case Division::low_rank: return {Wide{tp} + 1, Wide{2} * tp};
    case Division::groups: return {1, tp};
    case Division::feed_forward: return largest_share(size("intermediate_size"), together());
    case Division::shared_expert:
      return largest_share(group.copies > 1 || !size("shared_expert_intermediate_size")
                               ? size("moe_intermediate_size")
                               : size("shared_expert_intermediate_size"),
                           together());
    case Division::experts: return times(expert_share(group), inner_share());
    case Division::expert_vectors: return expert_share(group);
    case Division::vocabulary: return vocabulary_share(group);
  }
  return {};
}

Share WeightShares::key_share(const WeightGroup& group, std::optional<std::size_t> layer) const {
  const Row* row = layer ? key_row(model_.layers[*layer], group.name.starts_with("cross-attention")) : nullptr;
  return row == nullptr ? Share{1, placement_.tp} : largest_share(row->heads, placement_.tp);
}

Share WeightShares::channel_share(std::optional<std::size_t> layer) const {
  const StateTensor* all = layer ? tensor_of(model_.layers[*layer], StateRole::convolution) : nullptr;
  if (all == nullptr) {
    return {1, placement_.tp};
  }
  return {tensor_of(device_.layers[*layer], StateRole::convolution)->shape.front(), all->shape.front()};
}

Share WeightShares::input_share(std::optional<std::size_t> layer) const {
  const bool grouped = layer && model_.layers[*layer].state.kind == "mamba2" &&
                       tensor_of(model_.layers[*layer], StateRole::convolution) != nullptr;
  return grouped ? Share{input_width(device_.layers[*layer]), input_width(model_.layers[*layer])}
                 : Share{1, placement_.tp};
}

Share WeightShares::expert_share(const WeightGroup& group) const {
  return {ceil_div(group.copies, placement_.ep), group.copies};
}

// What of each expert, where fewer groups than devices divide the experts.
Share WeightShares::inner_share() const {
  return largest_share(size("moe_intermediate_size"), std::max<std::int64_t>(1, together() / placement_.ep));
}

Share WeightShares::vocabulary_share(const WeightGroup& group) const {
  return largest_share(group.name == "n-gram table" ? std::nullopt : model_.vocab_size, together());
}

}  // namespace kvtally
