#pragma once

#include <doctest/doctest.h>
#include <string>
#include <string_view>

#include "read/text/embedded.hpp"
#include "read/zoo.hpp"
#include "report/model_table.hpp"

/// The program's own models and reports, for the tests of this folder.
namespace kvtally::test {

inline Recipe lecture_recipe() {
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path == "reports/attention-evolution.yaml") {
      auto recipe = read_recipe(Tree(std::string(file.path), file.nodes), "attention-evolution");
      REQUIRE(recipe.has_value());
      return *recipe;
    }
  }
  FAIL("the lecture's report is not compiled in");
  return {};
}

inline const Zoo& zoo() {
  static const Zoo zoo(embedded_files());
  return zoo;
}

inline Model model_of(const std::string& id) { return zoo().describe(id)->model; }

inline Expected<ModelTable> compute(const Recipe& recipe, const TableOptions& options = {}) {
  return compute_table(recipe, [](const std::string& id) { return find_model(zoo(), id); }, options);
}

inline ModelTable lecture_table(const TableOptions& options = {}) {
  auto table = compute(lecture_recipe(), options);
  REQUIRE(table.has_value());
  return *table;
}

/// A recipe of these models with nothing printed.
inline Recipe recipe_of(const std::vector<std::string>& ids) {
  Recipe recipe;
  recipe.id = "mine";
  recipe.file = "mine.yaml";
  recipe.title = "Mine";
  recipe.context = Tokens{131072};
  for (const std::string& id : ids) {
    RecipeRow row;
    row.model = id;
    recipe.rows.push_back(row);
  }
  return recipe;
}

}  // namespace kvtally::test
