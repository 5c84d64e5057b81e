#include "model/mixture.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace kvtally {

bool keeps_all(const Layer& layer) {
  return std::ranges::any_of(layer.memories,
                             [](const Memory& m) { return std::holds_alternative<All>(m.retention); });
}

std::int64_t full_layer_count(const Model& model) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    count += keeps_all(model.layers[i]) ? count_of(model.order, i) : 0;
  }
  return count;
}

bool chooses(const Layer& layer) {
  return std::ranges::any_of(layer.memories,
                             [](const Memory& m) { return !std::holds_alternative<Everything>(m.selection); });
}

namespace {

// The distinct layers that run: a draft's own are others.
std::vector<const Layer*> layers_of(const Model& model) {
  std::vector<const Layer*> out;
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    if (count_of(model.order, i) > 0) {
      out.push_back(&model.layers[i]);
    }
  }
  return out;
}

}  // namespace

bool turns(const Model& model, Knob knob) {
  return std::ranges::any_of(layers_of(model),
                             [&](const Layer* layer) { return kind_of(layer->kind).knob == knob; });
}

bool some_layer(const Model& model, bool (*holds)(const Layer&)) {
  return std::ranges::any_of(layers_of(model), [&](const Layer* layer) { return holds(*layer); });
}

std::string_view mix_of(const Model& model) {
  std::set<std::string_view> kinds;
  std::set<std::string_view> dear;
  for (const Layer* layer : layers_of(model)) {
    kinds.insert(layer->kind);
    if (keeps_all(*layer)) {
      dear.insert(layer->kind);
    }
  }
  return kinds.size() == 1 ? "uniform" : kinds.size() == 2 && dear.size() == 1 ? "cheap_and_dear" : "other";
}

std::string_view cheap_of(const Model& model) {
  for (const Layer* layer : layers_of(model)) {
    if (!keeps_all(*layer)) {
      return kind_of(layer->kind).knob == Knob::growth ? "states" : "windows";
    }
  }
  return "none";
}

bool full_everywhere(const Model& model) {
  return std::ranges::all_of(layers_of(model),
                             [](const Layer* layer) { return keeps_all(*layer) && !chooses(*layer); });
}

}  // namespace kvtally
