#include "report/kind_family.hpp"

#include <algorithm>
#include <array>

namespace kvtally {

namespace {

struct FamilyLook {
  std::string_view name;
  Colours colours;
};

constexpr std::array<FamilyLook, kFamilies> kFamilyLooks{{
    {"plain", {0, "#1b1b1b", "#ececec"}},
    {"weight", {245, "#767676", "#a8a8a8"}},
    {"cache", {167, "#c62828", "#ef6a6a"}},
    {"full", {214, "#b87700", "#e69f00"}},
    {"latent", {227, "#857a00", "#f0e442"}},
    {"window", {117, "#2b87bd", "#56b4e9"}},
    {"sparse", {173, "#d55e00", "#e8731a"}},
    {"state", {79, "#008060", "#1fb58c"}},
    {"other", {182, "#b4578d", "#cc79a7"}},
}};

const FamilyLook& look_of(KindFamily family) { return kFamilyLooks.at(static_cast<std::size_t>(family)); }

}  // namespace

KindFamily family_of(const Kind& kind) {
  switch (kind.letter) {
    case 'F': return KindFamily::full;
    case 'L': return KindFamily::latent;
    case 'S':
    case 'K': return KindFamily::window;
    case 'X':
    case '-': return KindFamily::other;
    default: return kind.knob == Knob::growth ? KindFamily::state : KindFamily::sparse;
  }
}

namespace {

int rank(const Kind& kind) {
  switch (kind.knob) {
    case Knob::none: return kind.letter == '-' ? 0 : 1;
    case Knob::entry: return 2;
    case Knob::positions: return family_of(kind) == KindFamily::window ? 3 : 4;
    case Knob::growth: return kind.letter == 'X' ? 0 : 5;  // an encoder's memory says nothing of the decoder
  }
  return 0;
}

}  // namespace

KindFamily family_of(const Model& model) {
  std::set<std::size_t> layers;
  for (std::size_t i = 0; i < model.layers.size(); ++i) {
    layers.insert(i);
  }
  return family_of(model, layers);
}

KindFamily family_of(const Model& model, const std::set<std::size_t>& layers) {
  const auto rank_of = [&](std::size_t layer) { return rank(kind_of(model.layers[layer].kind)); };
  const auto last = std::ranges::max_element(layers, {}, rank_of);
  return last == layers.end() ? KindFamily::other : family_of(kind_of(model.layers[*last].kind));
}

const Colours& colours_of(KindFamily family) { return look_of(family).colours; }

std::string_view name_of(KindFamily family) { return look_of(family).name; }

}  // namespace kvtally
