#include "cli/complete_values.hpp"

#include <algorithm>
#include <array>

#include "cli/recipes.hpp"
#include "hardware/catalogue.hpp"
#include "model/format.hpp"
#include "read/config/families.hpp"
#include "read/text/embedded.hpp"
#include "read/zoo.hpp"

namespace kvtally::cli {

namespace {

// Words of --as; where one takes a number, an example.
constexpr std::array<std::string_view, 11> kAttentions{
    "as-is", "mha", "gqa-8", "mqa", "mla", "swa-4096", "chunked-8192", "dsa-2048", "linear", "gdn", "kda"};

template <class Names>
void offer(Completion& out, const Names& names, const std::string& before, std::string_view begun) {
  for (const auto& name : names) {
    if (std::string_view(name).starts_with(begun)) {
      out.candidates.push_back({before + std::string(name), ""});
    }
  }
}

// The last piece of a list: what stands before it stays.
template <class Names>
Completion last_of(const Names& names, const std::string& current, std::string_view separators) {
  Completion out;
  const std::size_t at = current.find_last_of(separators);
  const std::size_t start = at == std::string::npos ? 0 : at + 1;
  offer(out, names, current.substr(0, start), std::string_view(current).substr(start));
  return out;
}

// Ids; aliases, of which there are many, once something is typed that no id begins with.
Completion models(const std::string& current) {
  Completion out;
  const Zoo zoo(embedded_files());
  offer(out, zoo.ids(), "", current);
  if (out.candidates.empty()) {
    offer(out, zoo.aliases(), "", current);
  }
  out.paths = Paths::files;
  return out;
}

Completion devices(const std::string& current) {
  Completion out;
  offer(out, Catalogue(embedded_files()).ids(), "", current);
  out.paths = Paths::files;
  return out;
}

Completion named(const std::vector<std::string>& names, const std::string& current, Paths paths) {
  Completion out;
  offer(out, names, "", current);
  out.paths = paths;
  return out;
}

}  // namespace

Completion values_of(const Option& option, const std::string& current) {
  if (!option.choices.empty()) {
    return named(option.choices, current, Paths::none);
  }
  if (option.value == "FORMAT") {
    return last_of(format_names(), current, ",=:");
  }
  if (option.value.starts_with("KIND")) {
    return last_of(kAttentions, current, ",");
  }
  if (option.value == "TYPE") {
    return last_of(family_types(), current, "");
  }
  if (option.value.starts_with("HW") || option.value.starts_with("DEVICE")) {
    return devices(current);
  }
  if (option.value.starts_with("MODEL")) {
    return models(current);
  }
  return {{}, option.value == "FILE" ? Paths::files : option.value == "DIR" ? Paths::folders : Paths::none};
}

Completion words_of(const Command& command, std::size_t words, const std::string& current) {
  if (words >= command.most_words) {
    return {};
  }
  if (command.choices) {
    return named(command.choices(), current, command.words.starts_with("FILE") ? Paths::files : Paths::none);
  }
  if (command.words.starts_with("[show ")) {
    return words == 0                   ? named({"show"}, current, Paths::none)
           : command.name == "hardware" ? devices(current)
                                        : models(current);
  }
  if (command.words.starts_with("MODEL")) {
    return models(current);
  }
  if (command.words.starts_with("[REPORT]")) {
    const RecipeUse use = command.most_words == 1 ? RecipeUse::table : RecipeUse::page;
    return words == 0 ? named(recipe_names(use), current, Paths::files) : models(current);
  }
  return {{}, command.words.starts_with("DIR") ? Paths::folders : Paths::files};
}

}  // namespace kvtally::cli
