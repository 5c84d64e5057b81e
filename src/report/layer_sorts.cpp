#include "report/layer_sorts.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "report/layer_keys.hpp"

namespace kvtally {

namespace {

using KeyValues = std::map<std::string, std::string>;

// Two layers of one type are of one sort when neither's keys change the other.
bool agrees(const LayerSort& sort, const LayerKeys& keys) {
  for (const auto& [key, value] : keys.values) {
    const auto own = sort.values.find(key);
    if ((own != sort.values.end() && own->second != value) || sort.absent.contains(key)) {
      return false;
    }
  }
  return std::ranges::none_of(keys.absent, [&](const std::string& key) { return sort.values.contains(key); });
}

std::string rule_of(const Sharing& sharing) {
  switch (sharing.owner) {
    case Sharing::Owner::own: return "";
    case Sharing::Owner::layer_before: return "previous";
    case Sharing::Owner::same_kind: return "same_kind";
  }
  return "";
}

// How many layers at the end take a cache of their type, when no other layer does; else 0.
std::int64_t shared_tail(const Model& model) {
  const std::vector<std::size_t> order = unrolled(model.order);
  const auto shares = [&](std::size_t i) { return model.layers[i].sharing.owner == Sharing::Owner::same_kind; };
  const auto tail = std::ranges::find_if_not(order.rbegin(), order.rend(), shares);
  return std::any_of(tail, order.rend(), shares) ? 0 : tail - order.rbegin();
}

class Sorter {
 public:
  explicit Sorter(const Model& model) : model_(model), sort_of_(model.layers.size()) {
    out_.shared_tail = shared_tail(model);
  }

  std::expected<SortedLayers, std::string> sorted() {
    std::vector<bool> reuses(model_.layers.size());
    for (const bool reusing :
         {false, true}) {  // a layer without an indexer of its own fits the sort of one that has
      for (std::size_t i = 0; i < model_.layers.size(); ++i) {
        const auto keys = keys_of(model_.layers[i], model_);
        if (!keys) {
          return std::unexpected(keys.error());
        }
        reuses[i] = keys->reuses_index;
        if (keys->reuses_index == reusing) {
          sort_of_[i] = place(*keys, model_.layers[i]);
        }
      }
    }
    name_sorts();
    for (const std::size_t layer : unrolled(model_.order)) {
      out_.order.push_back(out_.sorts[sort_of_[layer]].name);
      out_.indexers.emplace_back(reuses[layer] ? "shared" : "full");
    }
    for (const std::size_t layer : unrolled(model_.draft)) {
      out_.draft.push_back(out_.sorts[sort_of_[layer]].name);
    }
    if (std::ranges::find(out_.indexers, "shared") == out_.indexers.end()) {
      out_.indexers.clear();
    }
    return std::move(out_);
  }

 private:
  std::size_t place(const LayerKeys& keys, const Layer& layer) {
    const std::string rule = rule_of(layer.sharing);
    const std::string shares = rule == "same_kind" && out_.shared_tail > 0 ? "" : rule;
    for (std::size_t i = 0; i < out_.sorts.size(); ++i) {
      LayerSort& sort = out_.sorts[i];
      if (sort.type == keys.type && sort.shares == shares && agrees(sort, keys)) {
        sort.values.insert(keys.values.begin(), keys.values.end());
        sort.absent.insert(keys.absent.begin(), keys.absent.end());
        return i;
      }
    }
    out_.sorts.push_back({"", keys.type, shares, keys.values, keys.absent});
    return out_.sorts.size() - 1;
  }

  // full_attention, full_attention_2, full_attention_shared.
  void name_sorts() {
    std::map<std::string, int> used;
    for (LayerSort& sort : out_.sorts) {
      const std::string name = sort.type + (sort.shares.empty() ? "" : "_shared");
      const int number = ++used[name];
      sort.name = number == 1 ? name : fmt::format("{}_{}", name, number);
    }
  }

  const Model& model_;
  std::vector<std::size_t> sort_of_;
  SortedLayers out_;
};

KeyValues naive_values(const NaiveShape& naive) {
  KeyValues out;
  const std::pair<const char*, const std::optional<std::int64_t>&> keys[] = {
      {"num_attention_heads", naive.num_attention_heads},
      {"num_key_value_heads", naive.num_key_value_heads},
      {"head_dim", naive.head_dim},
      {"hidden_size", naive.hidden_size}};
  for (const auto& [key, value] : keys) {
    out[key] = value ? fmt::format("{}", *value) : "";
  }
  return out;
}

// Nothing when the sorts that have the key differ, or one of them must not see it.
std::string common_value(const std::vector<LayerSort>& sorts, const std::string& key) {
  std::string value;
  for (const LayerSort& sort : sorts) {
    const auto own = sort.values.find(key);
    const bool differs = own != sort.values.end() && !value.empty() && own->second != value;
    if (differs || sort.absent.contains(key)) {
      return "";
    }
    value = own == sort.values.end() ? value : own->second;
  }
  return value;
}

}  // namespace

std::expected<SortedLayers, std::string> sorted_layers(const Model& model) { return Sorter(model).sorted(); }

KeyValues take_common(SortedLayers& layers, const NaiveShape& naive) {
  KeyValues common = naive_values(naive);
  for (const LayerSort& sort : layers.sorts) {
    for (const auto& [key, value] : sort.values) {
      if (!common.contains(key)) {
        common[key] = common_value(layers.sorts, key);
      }
    }
  }
  std::erase_if(common, [](const auto& entry) { return entry.second.empty(); });
  for (LayerSort& sort : layers.sorts) {
    std::erase_if(sort.values, [&](const auto& entry) {
      const auto found = common.find(entry.first);
      return found != common.end() && found->second == entry.second;
    });
  }
  return common;
}

}  // namespace kvtally
