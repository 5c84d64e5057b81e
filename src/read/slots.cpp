#include "read/slots.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "model/limits.hpp"

namespace kvtally {

namespace {

class Marker {
 public:
  Marker(std::vector<Slot>& slots, const Fields& fields, const Sorts& sorts)
      : slots_(slots), fields_(fields), sorts_(sorts) {}

  void indexers() {
    const auto types = read_runs(fields_, "indexer_types");
    if (!types) {
      return;
    }
    const Node& list = *fields_.find("indexer_types");
    const std::vector<Slot> marks = unrolled(*types);
    if (marks.size() != slots_.size()) {
      fields_.report(list.place,
                     fmt::format("indexer_types has {} layers, layer_types {}", marks.size(), slots_.size()),
                     "the same number");
      return;
    }
    bool owner = false;
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const std::string& mark = marks[i].sort;
      if (mark != "full" && mark != "shared") {
        fields_.report(place_of(list, mark), fmt::format("unknown indexer type '{}'", mark), "full or shared");
        return;
      }
      const bool sparse = sorts_.type(slots_[i].sort) == "deepseek_sparse_attention";
      slots_[i].reuses_index = sparse && mark == "shared";
      if (slots_[i].reuses_index && !owner) {
        fields_.report(place_of(list, mark), "no layer before the first shared indexer has one of its own",
                       "full");
        return;
      }
      owner = owner || sparse;
    }
  }

  void caches() {
    const std::int64_t tail = fields_.integer("num_kv_shared_layers", 0, limits::kLayers).value_or(0);
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const bool in_tail = static_cast<std::int64_t>(slots_.size() - i) <= tail;
      const Node* setting = sorts_.setting(slots_[i].sort, "shares");
      if (!in_tail && setting == nullptr) {
        continue;
      }
      const std::string rule = in_tail ? "same_kind" : std::string(setting->text);
      const Place place = in_tail ? fields_.find("num_kv_shared_layers")->place : setting->place;
      if (!share(i, rule, place)) {
        return;
      }
    }
  }

 private:
  bool share(std::size_t layer, const std::string& rule, Place place) {
    if (rule != "previous" && rule != "same_kind") {
      fields_.report(place, fmt::format("shares is '{}'", rule), "previous or same_kind");
      return false;
    }
    const auto owner = owner_before(layer, rule == "same_kind");
    if (!owner) {
      fields_.report(place,
                     fmt::format("no layer before layer {} ('{}') owns a cache that it could share", layer,
                                 slots_[layer].sort),
                     "a layer that owns one");
      return false;
    }
    slots_[layer].sharing = rule == "previous"
                                ? Sharing{Sharing::Owner::layer_before, static_cast<std::int64_t>(layer - *owner)}
                                : Sharing{Sharing::Owner::same_kind, 1};
    return true;
  }

  std::optional<std::size_t> owner_before(std::size_t layer, bool same_type) const {
    for (std::size_t i = layer; i-- > 0;) {
      const bool owns = slots_[i].sharing.owner == Sharing::Owner::own;
      if (owns && (!same_type || sorts_.type(slots_[i].sort) == sorts_.type(slots_[layer].sort))) {
        return i;
      }
    }
    return std::nullopt;
  }

  std::vector<Slot>& slots_;
  const Fields& fields_;
  const Sorts& sorts_;
};

}  // namespace

std::vector<Slot> unrolled(const std::vector<NameRun>& runs) {
  std::vector<Slot> out;
  for (const NameRun& run : runs) {
    out.insert(out.end(), static_cast<std::size_t>(run.count), Slot{run.name, false, {}});
  }
  return out;
}

void mark_reuse(std::vector<Slot>& slots, const Fields& fields, const Sorts& sorts) {
  Marker marker(slots, fields, sorts);
  marker.indexers();
  marker.caches();
}

}  // namespace kvtally
