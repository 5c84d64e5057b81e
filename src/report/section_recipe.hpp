#pragma once

#include "read/fields.hpp"
#include "report/recipe.hpp"

namespace kvtally {

/// A section of a recipe. Problems are noted with their place: an unknown key, a missing kind, an option that is a
/// map.
SectionRecipe read_section(const Fields& recipe, const Node& node);

}  // namespace kvtally
