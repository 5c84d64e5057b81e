#pragma once

#include <string>
#include <vector>

#include "report/recipe.hpp"

namespace kvtally::cli {

/// The report that a word stands for: the name of a compiled-in recipe, or a path that ends in .yaml. The errors:
/// an unknown name (with the nearest), the problems of a file.
Expected<Recipe> find_recipe(const std::string& word);

/// The names of those that are compiled in, sorted.
std::vector<std::string> recipe_names();

}  // namespace kvtally::cli
