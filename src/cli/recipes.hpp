#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/recipe.hpp"

namespace kvtally::cli {

/// Where the compiled-in recipes and documents of checks lie.
inline constexpr std::string_view kReportsFolder = "reports/";

/// What a recipe is made into: its rows a table, its sections a page.
enum class RecipeUse : unsigned char { table, page };

/// The report that a word stands for: the name of a compiled-in recipe, or a path that ends in .yaml. The errors:
/// an unknown name (with the nearest of that use), the problems of a file.
Expected<Recipe> find_recipe(const std::string& word, RecipeUse use);

/// The names of the compiled-in ones of that use, sorted.
std::vector<std::string> recipe_names(RecipeUse use);

}  // namespace kvtally::cli
