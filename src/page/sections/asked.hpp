#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "page/section.hpp"

/// What a section is asked with: the user's words first, then the recipe's.
namespace kvtally {

/// The word of an option, or the fallback.
std::string asked_word(const SectionRecipe& recipe, std::string_view key, std::string_view fallback);

/// The words of an option; empty where it is not there.
std::vector<std::string> asked_words(const SectionRecipe& recipe, std::string_view key);

/// The model of an option, else the first that the user names. The errors have the recipe's place where the word
/// is the recipe's.
Expected<Description> asked_model(const PageSources& sources, const SectionRecipe& recipe, std::string_view key);

/// The models of the option `models`, else those that the user names; at least one.
Expected<std::vector<Description>> asked_models(const PageSources& sources, const SectionRecipe& recipe);

/// The device that the user names, else that of the option `on`.
Expected<Device> asked_device(const PageSources& sources, const SectionRecipe& recipe);

/// The context that the user gives, else that of the option `context`, else the recipe's.
Expected<Tokens> asked_context(const PageSources& sources, const SectionRecipe& recipe);

/// The model's shape with the attention of a word of `kvtally compare --as`: "mha", "gqa-8".
Expected<Model> with_attention(const Model& model, std::string_view word);

/// A problem of the recipe at the section.
Problems section_fault(const PageSources& sources, const SectionRecipe& recipe, std::string what,
                       std::string expected = {});

/// A text, and behind it the number for programs.
Cell number_cell(std::string text, std::string raw);

}  // namespace kvtally
