#pragma once

#include <string>
#include <vector>

#include "account/figures.hpp"
#include "page/section.hpp"

namespace kvtally {

/// One layer at one context.
struct ChoiceAt {
  Bytes kept;  // entries and index keys
  Bytes read;  // of them, by one step
  Bytes scanned;
  std::string kept_sum;  // "131,072 x 1,152 + 131,072 x 256", entries and their bytes
  std::string read_sum;
};

/// A layer that reads all that it keeps, or chooses.
struct ChoiceLayer {
  std::string name;     // "DSA"
  std::string value;    // of its values in sentences: "dsa"
  std::string model;    // whose shape it has
  std::string rate;     // entries that a token adds: "1", "1/4", "1 + 1/16"; windows are no rate
  std::string choice;   // "best 2,048", or that nothing is chosen
  std::string scanned;  // "each token", "each 4 tokens"
  KindFamily family = KindFamily::sparse;
  Layer layer;

  ChoiceAt at(Tokens context) const;
};

/// The distinct layers of the option `models`, one of each kind, and one of native sparse attention in the shape
/// of the option `nsa` ("num_attention_heads=64" …), where it is given. The errors have the recipe's place.
Expected<std::vector<ChoiceLayer>> choice_layers(const PageSources& sources, const SectionRecipe& recipe);

}  // namespace kvtally
