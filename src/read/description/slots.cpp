#include "read/description/slots.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
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
      const std::string_view mark = marks[i].sort;
      if (mark != "full" && mark != "shared") {
        fields_.report(place_of(fields_.tree(), list, mark), fmt::format("unknown indexer type '{}'", mark),
                       "full or shared");
        return;
      }
      const bool sparse = sorts_.type(slots_[i].sort) == "deepseek_sparse_attention";
      slots_[i].reuses_index = sparse && mark == "shared";
      if (slots_[i].reuses_index && !owner) {
        fields_.report(place_of(fields_.tree(), list, mark),
                       "no layer before the first shared indexer has one of its own", "full");
        return;
      }
      owner = owner || sparse;
    }
  }

  void caches() {
    const std::int64_t tail = fields_.integer("num_kv_shared_layers", 0, limits::kLayers).value_or(0);
    if (tail == 0 && fields_.find("kinds") == nullptr) {
      return;
    }
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const bool in_tail = static_cast<std::int64_t>(slots_.size() - i) <= tail;
      const Node* setting = sorts_.setting(slots_[i].sort, "shares");
      if (!in_tail && setting == nullptr) {
        note_owner(i);
        continue;
      }
      const std::string rule = in_tail ? "same_kind" : std::string(setting->text);
      if (!in_tail && rule != "previous" && rule != "same_kind") {
        fields_.report(setting->place, fmt::format("shares is {}", described(*setting)), "previous or same_kind");
        return;
      }
      if (!share(i, rule, in_tail ? fields_.find("num_kv_shared_layers")->place : setting->place)) {
        return;
      }
    }
  }

 private:
  void note_owner(std::size_t layer) {
    const std::string type = sorts_.type(slots_[layer].sort);
    if (keeps_positions(type)) {
      last_owner_ = layer;
      last_owner_of_type_[type] = layer;
    }
  }

  static bool keeps_positions(std::string_view type) {
    return type != "moe" && type != "mlp" && type != "conv" && type != "linear_attention";
  }

  bool share(std::size_t layer, const std::string& rule, Place place) {
    const std::string type = sorts_.type(slots_[layer].sort);
    if (rule == "same_kind") {
      if (!last_owner_of_type_.contains(type)) {
        fields_.report(place,
                       fmt::format("no {} layer before layer {} owns a cache that it could share", type, layer),
                       "one that does");
        return false;
      }
      slots_[layer].sharing = {Sharing::Owner::same_kind, 1};
      return true;
    }
    if (!last_owner_) {
      fields_.report(place,
                     fmt::format("no layer before layer {} ('{}') owns a cache that it could share", layer,
                                 slots_[layer].sort),
                     "one that does");
      return false;
    }
    slots_[layer].sharing = {Sharing::Owner::layer_before, static_cast<std::int64_t>(layer - *last_owner_)};
    return true;
  }

  std::optional<std::size_t> last_owner_;
  std::map<std::string, std::size_t, std::less<>> last_owner_of_type_;
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
