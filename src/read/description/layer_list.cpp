#include "read/description/layer_list.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "read/description/compose.hpp"
#include "read/description/layer_words.hpp"
#include "read/description/slots.hpp"

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 5> kListKeys{"layer_types", "mtp_layer_types", "kinds", "indexer_types",
                                                    "num_kv_shared_layers"};

// Layers that differ in more ways than any model's; every one is compared with those before it.
constexpr std::size_t kMostSorts = 1024;

// Read by the naive figure too, so that a layer need not.
constexpr std::array<std::string_view, 4> kNaiveKeys{"hidden_size", "num_attention_heads", "num_key_value_heads",
                                                     "head_dim"};

bool contains(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// What an entry under `kinds` may hold: the parameters of layers, and what it is a sort of.
std::vector<std::string_view> kind_keys() {
  std::vector<std::string_view> keys{"layer_type", "shares"};
  keys.insert(keys.end(), layer_keys().begin(), layer_keys().end());
  return keys;
}

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
    check_periods();
    // Else a layer may not have come to reading them; and a foreign file may say more than its layers need.
    if (fields_.problems().empty() && !fields_.tree().is_translation()) {
      refuse_unread_keys();
      refuse_unused_kinds();
    }
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
      special.emplace(fields_.tree(), *node, fields_.problems(), slot.sort);
      special->refuse_unknown(kind_keys());
    }
    const Scope scope(type, fields_, special ? &*special : nullptr, trace_);
    Layer layer = compose(type, scope, slot.reuses_index);
    layer.sharing = slot.sharing;
    if (const auto reason = beyond_limits(layer)) {
      report_list(fmt::format("{} layers: {}", type, *reason), "smaller sizes");
    }
    return layer;
  }

  // The pieces of a sum of pooled memories repeat after the least common multiple of their rates.
  void check_periods() {
    Wide period = 1;
    for (const Layer& layer : model_.layers) {
      for (const Memory& memory : layer.memories) {
        const auto* pooled = std::get_if<Pooled>(&memory.retention);
        for (const Wide every : {Wide{pooled == nullptr ? 1 : pooled->every},
                                 Wide{memory.indexer ? memory.indexer->pooling.every : 1}}) {
          period = period / common_divisor(period, every) * every;
          if (period > limits::kPeriod) {
            report_list("the pooling rates have no common multiple up to 2^24", "rates that divide one another");
            return;
          }
        }
      }
    }
  }

  void report_list(std::string what, std::string expected) {
    fields_.report(fields_.find("layer_types")->place, std::move(what), std::move(expected));
  }

  void append(const std::vector<Slot>& slots, std::vector<Run>& runs) {
    for (std::size_t i = 0; i < slots.size();) {
      const auto end = std::ranges::find_if(slots.begin() + static_cast<std::ptrdiff_t>(i), slots.end(),
                                            [&](const Slot& slot) { return slot != slots[i]; });
      const auto next = static_cast<std::size_t>(end - slots.begin());
      append_layer(model_, runs, layer_for(slots[i]), static_cast<std::int64_t>(next - i));
      if (composed_.size() > kMostSorts) {
        report_list(fmt::format("the list has more than {} different layers", kMostSorts), "fewer");
        return;
      }
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
      const bool listed = contains(kListKeys, child.key) || contains(kNaiveKeys, child.key);
      if (!contains(layer_keys(), child.key) || listed || child.kind == Node::Kind::null) {
        continue;
      }
      if (child.kind == Node::Kind::map && child.key == "compress_rates") {
        refuse_unread_members(child, child.key);
      } else if (!trace_.asked.contains(child.key)) {
        report_unread(child, child.key);
      }
    }
  }

  // `compress_rates` and the entries under `kinds`: every value must have been read.
  void refuse_unread_members(const Node& map, std::string_view name) {
    for (const Node& child : Children(map)) {
      const bool setting =
          child.key == "layer_type" || child.key == "shares" || contains(layer_types(), child.key);
      if (child.kind == Node::Kind::map && child.key == "compress_rates") {
        refuse_unread_members(child, fmt::format("{}.{}", name, child.key));
      } else if (!setting && child.kind != Node::Kind::null && !trace_.read.contains(&child)) {
        report_unread(child, fmt::format("{}.{}", name, child.key));
      }
    }
  }

  void report_unread(const Node& child, std::string_view name) {
    fields_.report(child.key_place, fmt::format("'{}' is given, but no layer of the list reads it", name),
                   "a layer type that does");
  }

  void refuse_unused_kinds() {
    const Node* kinds = fields_.find("kinds");
    if (kinds == nullptr) {
      return;
    }
    const Fields entries(fields_.tree(), *kinds, fields_.problems(), "kinds");
    if (kinds->kind != Node::Kind::map) {
      return;
    }
    for (const Node& child : Children(*kinds)) {
      if (std::ranges::none_of(composed_, [&](const auto& known) { return known.first.sort == child.key; })) {
        entries.report(child.key_place, fmt::format("'{}' stands under kinds, but not in layer_types", child.key),
                       "a layer type of the list");
      } else {
        refuse_unread_members(child, child.key);
      }
    }
  }

  const Fields& fields_;
  Sorts sorts_;
  Model& model_;
  Trace& trace_;
  std::vector<std::pair<Slot, Layer>> composed_;
};

std::vector<std::string_view> entry_keys() {
  std::vector<std::string_view> keys(kListKeys.begin(), kListKeys.end());
  keys.insert(keys.end(), layer_keys().begin(), layer_keys().end());
  return keys;
}

}  // namespace

void read_layer_list(const Fields& fields, Model& model, Trace& trace) { LayerList(fields, model, trace).read(); }

std::span<const std::string_view> layer_list_keys() {
  static const std::vector<std::string_view> keys = entry_keys();
  return keys;
}

}  // namespace kvtally
