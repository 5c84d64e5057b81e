#pragma once

#include <optional>
#include <span>
#include <string_view>

/// How each weight that the account names is divided, as data.
namespace kvtally {

/// Over what a weight is divided.
enum class Division : unsigned char {
  whole,           // each device holds all of it
  heads,           // tp, exactly: query heads, heads of a state, channels
  key_heads,       // tp, as far as the KV heads go; in a layer without such heads, as `heads`
  channels,        // as the channels of the layer's convolution
  state_input,     // a Mamba-2 input projection: gate, the convolution's channels, and a step a head
  low_rank,        // a pair: the one down whole, the one up by heads
  groups,          // tp, by o_groups (DeepSeek-V4)
  feed_forward,    // tp × cp, by intermediate_size
  shared_expert,   // tp × cp, by its width
  experts,         // ep whole experts, each by moe_intermediate_size over the rest
  expert_vectors,  // ep; whole in each
  vocabulary,      // tp × cp, by rows
};

/// In which stage of a pipeline a weight is that belongs to no layer.
enum class StagePlace : unsigned char { layers, first, last, both };

struct WeightRule {
  std::string_view name;
  Division division = Division::whole;
  StagePlace place = StagePlace::layers;
};

/// Every rule, by name.
std::span<const WeightRule> weight_rules();

/// The rule of a name; "cross-attention query projection" has that of "query projection".
std::optional<WeightRule> weight_rule(std::string_view name);

}  // namespace kvtally
