#include "page/sections/asked.hpp"

#include <fmt/format.h>

#include "core/parse.hpp"
#include "model/counterfactual.hpp"

namespace kvtally {

namespace {

// Problems without a place stand where the recipe has the word.
Problems problems_at(Problems problems, const PageSources& sources, Place place) {
  for (Problem& problem : problems) {
    if (problem.file.empty()) {
      problem.file = sources.recipe->file;
      problem.place = place;
    }
  }
  return problems;
}

Problems nothing_asked(std::string_view what) {
  return {{"", {}, fmt::format("the report needs {}", what), "its id behind the report's name", "", ""}};
}

}  // namespace

std::string asked_word(const SectionRecipe& recipe, std::string_view key, std::string_view fallback) {
  const SectionOption* option = recipe.option(key);
  return option == nullptr || option->words.empty() ? std::string(fallback) : option->words.front();
}

std::vector<std::string> asked_words(const SectionRecipe& recipe, std::string_view key) {
  const SectionOption* option = recipe.option(key);
  return option == nullptr ? std::vector<std::string>{} : option->words;
}

Expected<Description> asked_model(const PageSources& sources, const SectionRecipe& recipe, std::string_view key) {
  const SectionOption* option = recipe.option(key);
  if (option == nullptr || option->words.empty()) {
    return sources.request.models.empty() ? std::unexpected(nothing_asked("a MODEL"))
                                          : sources.describe(sources.request.models.front());
  }
  auto model = sources.describe(option->words.front());
  return model ? std::move(model) : std::unexpected(problems_at(model.error(), sources, option->place));
}

Expected<std::vector<Description>> asked_models(const PageSources& sources, const SectionRecipe& recipe) {
  const SectionOption* option = recipe.option("models");
  const std::vector<std::string>& words = option == nullptr ? sources.request.models : option->words;
  if (words.empty()) {
    return std::unexpected(nothing_asked("at least one MODEL"));
  }
  std::vector<Description> out;
  Problems problems;
  for (const std::string& word : words) {
    auto model = sources.describe(word);
    if (model) {
      out.push_back(std::move(*model));
      continue;
    }
    const Problems found = option == nullptr ? std::move(model.error())
                                             : problems_at(std::move(model.error()), sources, option->place);
    problems.insert(problems.end(), found.begin(), found.end());
  }
  return problems.empty() ? Expected<std::vector<Description>>(std::move(out))
                          : std::unexpected(std::move(problems));
}

Expected<Device> asked_device(const PageSources& sources, const SectionRecipe& recipe) {
  if (sources.request.device) {
    return sources.devices->find(*sources.request.device);
  }
  const SectionOption* option = recipe.option("on");
  if (option == nullptr || option->words.empty()) {
    return std::unexpected(Problems{{"", {}, "the report needs a device", "its id (--on h200-sxm)", "", ""}});
  }
  auto device = sources.devices->find(option->words.front());
  return device ? std::move(device) : std::unexpected(problems_at(device.error(), sources, option->place));
}

Expected<Tokens> asked_context(const PageSources& sources, const SectionRecipe& recipe) {
  const SectionOption* option = recipe.option("context");
  if (sources.request.context || option == nullptr) {
    return sources.request.context.value_or(sources.recipe->context);
  }
  const std::string word = asked_word(recipe, "context", "");
  const auto tokens = parse_tokens(word);
  if (!tokens) {
    return std::unexpected(
        Problems{{sources.recipe->file, option->place, fmt::format("context is '{}': {}", word, tokens.error()),
                  "a token count such as 128K", "", ""}});
  }
  return *tokens;
}

Expected<Model> with_attention(const Model& model, std::string_view word) {
  const auto attention = parse_attention(word);
  if (!attention) {
    return std::unexpected(Problems{attention.error()});
  }
  auto other = counterfactual(model, *attention);
  if (!other) {
    Problems problems;
    for (const std::string& sentence : other.error()) {
      problems.push_back({"", {}, fmt::format("{} as {}: {}", model.id, word, sentence), "", "", ""});
    }
    return std::unexpected(std::move(problems));
  }
  return std::move(*other);
}

Problems section_fault(const PageSources& sources, const SectionRecipe& recipe, std::string what,
                       std::string expected) {
  return {{sources.recipe->file, recipe.place, std::move(what), std::move(expected), "", ""}};
}

Cell number_cell(std::string text, std::string raw) { return {std::move(text), std::move(raw), {}, {}}; }

}  // namespace kvtally
