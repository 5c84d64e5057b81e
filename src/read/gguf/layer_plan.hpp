#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "read/gguf/rule.hpp"

namespace kvtally {

/// One block as a rule sees it: a layer type of ours, and the heads of one that keeps keys and values.
struct PlannedLayer {
  std::string type = "full_attention";
  std::int64_t query_heads = 0;
  std::int64_t key_value_heads = 0;  // 0: it keeps no keys and values, or the whole description says what it keeps
  std::int64_t key_dim = 0;
  std::int64_t value_dim = 0;
  friend bool operator==(const PlannedLayer&, const PlannedLayer&) = default;
};

using LayerPlan = std::vector<PlannedLayer>;

/// A plan of `blocks` layers of one type without heads of their own.
LayerPlan uniform_plan(const GgufRule& r, const std::string& type);

/// The layers with keys and values in each block that has key-value heads (head_count_kv; head_count where it is
/// absent), key_length and value_length wide (embedding_length ÷ head_count of the first block where absent). A
/// block without them becomes `otherwise`.
LayerPlan attention_plan(GgufRule& r, const std::string& otherwise = "mlp");

/// Whether a block of the plan has the layer type.
bool any_of_type(const LayerPlan& plan, std::string_view type);

/// Writes the plan: the heads of the first layer that has some for the whole model, those that differ under
/// `kinds`, the trunk as layer_types, the draft blocks behind it as mtp_layer_types.
void write_plan(GgufRule& r, const LayerPlan& plan);
/// The same of a plan that runs `loops` times.
void write_looped_plan(GgufRule& r, const LayerPlan& plan, std::int64_t loops);

}  // namespace kvtally
