#include "read/layer_list.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "read/compose.hpp"
#include "read/slots.hpp"

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 5> kListKeys{"layer_types", "mtp_layer_types", "kinds", "indexer_types",
                                                    "num_kv_shared_layers"};

// Read by the naive figure too, so that a layer need not.
constexpr std::array<std::string_view, 4> kNaiveKeys{"hidden_size", "num_attention_heads", "num_key_value_heads",
                                                     "head_dim"};

class LayerList {
 public:
  LayerList(const Fields& fields, Model& model, Trace& trace)
      : fields_(fields), sorts_(fields), model_(model), trace_(trace) {}

  void read() {
    require("num_hidden_layers", "a whole number");
    require("layer_types", "the layer types in order, as in '[sliding_attention x5, full_attention] x10'");
    const auto layers = fields_.integer("num_hidden_layers", 1, limits::kLayers);
    const auto types = read_runs(fields_, "layer_types");
    if (!types || !sorts_.known(*types, "layer_types")) {
      return;
    }
    if (layers && length_of(*types) != *layers) {
      fields_.report(fields_.find("layer_types")->place,
                     fmt::format("layer_types has {} layers, num_hidden_layers is {}", length_of(*types), *layers),
                     "the same number");
    }
    std::vector<Slot> slots = unrolled(*types);
    mark_reuse(slots, fields_, sorts_);
    append(slots, model_.order);
    const auto drafts = read_runs(fields_, "mtp_layer_types");
    if (drafts && sorts_.known(*drafts, "mtp_layer_types")) {
      append(unrolled(*drafts), model_.draft);
    }
    refuse_unread_keys();
    refuse_unused_kinds();
  }

 private:
  void require(std::string_view key, std::string expected) {
    if (fields_.find(key) == nullptr) {
      fields_.report_missing(key, std::move(expected));
    }
  }

  Layer composed(const Slot& slot) {
    const std::string type = sorts_.type(slot.sort);
    const Node* node = sorts_.node(slot.sort);
    std::optional<Fields> special;
    if (node != nullptr) {
      special.emplace(fields_.tree(), *node, fields_.problems());
      special->refuse_unknown(layer_keys());
    }
    const Scope scope(type, fields_, special ? &*special : nullptr, trace_);
    Layer layer = compose(type, scope, slot.reuses_index);
    layer.sharing = slot.sharing;
    if (const auto reason = beyond_limits(layer)) {
      fields_.report(fields_.find("layer_types")->place, fmt::format("{} layers: {}", type, *reason),
                     "smaller sizes");
    }
    return layer;
  }

  void append(const std::vector<Slot>& slots, std::vector<Run>& runs) {
    for (std::size_t i = 0; i < slots.size();) {
      const auto end = std::ranges::find_if(slots.begin() + static_cast<std::ptrdiff_t>(i), slots.end(),
                                            [&](const Slot& slot) { return slot != slots[i]; });
      const auto next = static_cast<std::size_t>(end - slots.begin());
      append_layer(model_, runs, layer_for(slots[i]), static_cast<std::int64_t>(next - i));
      i = next;
    }
  }

  const Layer& layer_for(const Slot& slot) {
    const auto known = std::ranges::find(composed_, slot, &std::pair<Slot, Layer>::first);
    return known != composed_.end() ? known->second : composed_.emplace_back(slot, composed(slot)).second;
  }

  // A parameter that no layer reads: the layer list says something else than its author thinks.
  void refuse_unread_keys() {
    for (const Node& child : Children(fields_.node())) {
      const bool parameter = std::ranges::find(layer_keys(), child.key) != layer_keys().end();
      const bool listed = std::ranges::find(kListKeys, child.key) != kListKeys.end();
      const bool naive = std::ranges::find(kNaiveKeys, child.key) != kNaiveKeys.end();
      if (parameter && !listed && !naive && child.kind != Node::Kind::null && !read_by_a_layer(child.key)) {
        fields_.report(child.key_place, fmt::format("'{}' is given, but no layer of the list reads it", child.key),
                       "a layer type that does");
      }
    }
  }

  void refuse_unused_kinds() {
    const Node* kinds = fields_.find("kinds");
    if (kinds == nullptr) {
      return;
    }
    const Fields entries(fields_.tree(), *kinds, fields_.problems());  // reports what is no map
    if (kinds->kind != Node::Kind::map) {
      return;
    }
    for (const Node& child : Children(*kinds)) {
      if (std::ranges::none_of(composed_, [&](const auto& known) { return known.first.sort == child.key; })) {
        entries.report(child.key_place, fmt::format("'{}' stands under kinds, but not in layer_types", child.key),
                       "a layer type of the list");
      }
    }
  }

  bool read_by_a_layer(std::string_view key) const {
    return std::ranges::any_of(trace_.used, [&](const std::string& used) {
      return used == key || (used.starts_with(key) && used[key.size()] == '.');
    });
  }

  const Fields& fields_;
  Sorts sorts_;
  Model& model_;
  Trace& trace_;
  std::vector<std::pair<Slot, Layer>> composed_;
};

std::vector<std::string_view> all_keys() {
  std::vector<std::string_view> keys(kListKeys.begin(), kListKeys.end());
  for (const std::string_view key : layer_keys()) {
    if (key != "layer_type" && key != "shares" && std::ranges::find(keys, key) == keys.end()) {
      keys.push_back(key);
    }
  }
  return keys;
}

}  // namespace

void read_layer_list(const Fields& fields, Model& model, Trace& trace) { LayerList(fields, model, trace).read(); }

std::span<const std::string_view> layer_list_keys() {
  static const std::vector<std::string_view> keys = all_keys();
  return keys;
}

}  // namespace kvtally
