#include "model/mixture.hpp"

#include <algorithm>
#include <set>

namespace kvtally {

bool keeps_all(const Layer& layer) {
  return std::ranges::any_of(layer.memories,
                             [](const Memory& m) { return std::holds_alternative<All>(m.retention); });
}

bool chooses(const Layer& layer) {
  return std::ranges::any_of(layer.memories,
                             [](const Memory& m) { return !std::holds_alternative<Everything>(m.selection); });
}

bool turns(const Model& model, Knob knob) {
  return std::ranges::any_of(model.layers, [&](const Layer& layer) { return kind_of(layer.kind).knob == knob; });
}

std::string_view mix_of(const Model& model) {
  std::set<std::string_view> kinds;
  std::set<std::string_view> dear;
  for (const Layer& layer : model.layers) {
    kinds.insert(layer.kind);
    if (keeps_all(layer)) {
      dear.insert(layer.kind);
    }
  }
  return kinds.size() == 1 ? "uniform" : kinds.size() == 2 && dear.size() == 1 ? "cheap_and_dear" : "other";
}

std::string_view cheap_of(const Model& model) {
  const auto cheap = std::ranges::find_if_not(model.layers, keeps_all);
  return cheap == model.layers.end() ? "none" : kind_of(cheap->kind).knob == Knob::growth ? "states" : "windows";
}

bool full_everywhere(const Model& model) {
  return std::ranges::all_of(model.layers, [](const Layer& layer) { return keeps_all(layer) && !chooses(layer); });
}

}  // namespace kvtally
