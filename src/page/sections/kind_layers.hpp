#pragma once

#include <string>
#include <vector>

#include "page/section.hpp"

/// One layer of each kind of attention.
namespace kvtally {

/// One layer of attention as a model of its own: no weights, no draft.
struct KindLayer {
  std::string name;   // "GQA-8", "CSA (DeepSeek-V4-Pro)"
  std::string value;  // the name of its figures in sentences: "gqa_8", "llama_2_70b_gqa"
  Model model;
  KindFamily family;
};

/// The layers that a section is asked for: the first layer of the option `shape`'s model with each attention of
/// the option `as` (words of `compare --as`), and of each word "MODEL KIND" of the option `layers` the model's
/// first layer of that kind. The errors: refusals of models and attentions, a kind that the model has not.
Expected<std::vector<KindLayer>> asked_layers(const PageSources& sources, const SectionRecipe& recipe);

}  // namespace kvtally
