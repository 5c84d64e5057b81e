#include "cli/recipes.hpp"

#include <fmt/format.h>

#include "core/suggest.hpp"
#include "read/text/embedded.hpp"
#include "read/text/file.hpp"
#include "read/text/yaml.hpp"

namespace kvtally::cli {

namespace {

bool is_built_in(const EmbeddedFile& file) {
  return file.path.starts_with(kReportsFolder) &&
         file.path.find('/', kReportsFolder.size()) == std::string_view::npos &&
         is_recipe(Tree(std::string(file.path), file.nodes));
}

}  // namespace

std::vector<std::string> recipe_names(RecipeUse use) {
  const std::string_view key = use == RecipeUse::table ? "rows" : "sections";
  std::vector<std::string> out;
  for (const EmbeddedFile& file : embedded_files()) {
    if (is_built_in(file) && member(file.nodes.front(), key) != nullptr) {
      out.push_back(stem(std::string(file.path)));
    }
  }
  return out;
}

Expected<Recipe> find_recipe(const std::string& word, RecipeUse use) {
  for (const EmbeddedFile& file : embedded_files()) {
    if (is_built_in(file) && stem(std::string(file.path)) == word) {
      return read_recipe(Tree(std::string(file.path), file.nodes), word);
    }
  }
  if (!word.ends_with(".yaml")) {
    const std::vector<std::string> names = recipe_names(use);
    const std::vector<std::string_view> views(names.begin(), names.end());
    return std::unexpected(Problems{{"",
                                     {},
                                     fmt::format("unknown report '{}'", word),
                                     fmt::format("a report ({}) or a path to a .yaml", fmt::join(names, ", ")),
                                     nearest(word, views).value_or(""),
                                     ""}});
  }
  auto text = read_file(word);
  if (!text) {
    return std::unexpected(std::move(text.error()));
  }
  const auto tree = parse_yaml(word, std::move(*text));
  return tree ? read_recipe(*tree, stem(word)) : std::unexpected(tree.error());
}

}  // namespace kvtally::cli
