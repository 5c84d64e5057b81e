#include "page/sections/kind_layers.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

#include "core/text.hpp"
#include "model/kinds.hpp"
#include "page/sections/asked.hpp"

namespace kvtally {

namespace {

// Of a word of a recipe, a name that sentences can hold: "dsa-2048" is dsa_2048.
std::string value_name(std::string_view word) {
  std::string out;
  for (const char c : word) {
    out += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return out;
}

Model alone(const Model& model, std::size_t layer) {
  Model out = model;
  out.layers = {model.layers.at(layer)};
  out.order = {{0, 1}};
  out.draft.clear();
  return out;
}

// The model of one word among an option's, with problems at the option.
Expected<Description> described_model(const PageSources& sources, const SectionOption& option,
                                      const std::string& word) {
  SectionRecipe one;
  one.with = {{option.place, option.key, {word}}};
  return asked_model(sources, one, option.key);
}

Expected<KindLayer> of_shape(const Model& shape, const std::string& word) {
  const auto other = with_attention(shape, word);
  if (!other) {
    return std::unexpected(other.error());
  }
  const Layer& layer = other->layers.front();
  const Kind& kind = kind_of(layer.kind);
  const auto dash = word.find('-');
  const bool numbered = dash != std::string::npos && word != "as-is";
  const std::string name = std::string(kind.label) + (numbered ? "-" + word.substr(dash + 1) : "");
  return KindLayer{name, word == "as-is" ? "own" : value_name(word), alone(*other, 0), family_of(kind)};
}

Expected<KindLayer> of_model(const PageSources& sources, const SectionOption& option, const std::string& word) {
  const std::vector<std::string_view> parts = split(word, ' ');
  const auto fault = [&](std::string what, std::string expected) {
    return std::unexpected(
        Problems{{sources.recipe->file, option.place, std::move(what), std::move(expected), "", ""}});
  };
  if (parts.size() != 2) {
    return fault(fmt::format("layers has '{}'", word), "a model and a kind of its layers: deepseek-v4-pro csa");
  }
  const auto model = described_model(sources, option, std::string(parts[0]));
  if (!model) {
    return std::unexpected(model.error());
  }
  const auto& layers = model->model.layers;
  const auto found = std::ranges::find(layers, parts[1], &Layer::kind);
  if (found == layers.end()) {
    std::vector<std::string> kinds;
    for (const Layer& layer : layers) {
      kinds.push_back(layer.kind);
    }
    return fault(fmt::format("{} has no layer of the kind '{}'", parts[0], parts[1]),
                 fmt::format("one of {}", fmt::join(kinds, ", ")));
  }
  const Kind& kind = kind_of(found->kind);
  return KindLayer{fmt::format("{} ({})", kind.label, model->model.name),
                   value_name(fmt::format("{}_{}", parts[0], parts[1])),
                   alone(model->model, static_cast<std::size_t>(found - layers.begin())), family_of(kind)};
}

}  // namespace

Expected<std::vector<KindLayer>> asked_layers(const PageSources& sources, const SectionRecipe& recipe) {
  std::vector<KindLayer> out;
  const auto add = [&](Expected<KindLayer> layer) -> Problems {
    if (!layer) {
      return layer.error();
    }
    out.push_back(std::move(*layer));
    return {};
  };
  if (const SectionOption* as = recipe.option("as")) {
    const auto shape = asked_model(sources, recipe, "shape");
    if (!shape) {
      return std::unexpected(shape.error());
    }
    for (const std::string& word : as->words) {
      if (Problems problems = add(of_shape(shape->model, word)); !problems.empty()) {
        return std::unexpected(std::move(problems));
      }
    }
  }
  if (const SectionOption* layers = recipe.option("layers")) {
    for (const std::string& word : layers->words) {
      if (Problems problems = add(of_model(sources, *layers, word)); !problems.empty()) {
        return std::unexpected(std::move(problems));
      }
    }
  }
  if (out.empty()) {
    return std::unexpected(section_fault(sources, recipe, "the section has no layers", "options as or layers"));
  }
  return out;
}

}  // namespace kvtally
