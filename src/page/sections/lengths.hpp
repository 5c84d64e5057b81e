#pragma once

#include <vector>

#include "page/section.hpp"

/// Lengths that a section is asked for, and those that its lines are drawn through.
namespace kvtally {

/// The token counts of the option `marks`, and the context that the user gives, which becomes one of them;
/// ascending, each once. The error: none at all, or a word that is no token count, with its place.
Expected<std::vector<Tokens>> asked_lengths(const PageSources& sources, const SectionRecipe& recipe);

/// From a quarter of the first mark to the last one: the marks, and four lengths an octave between them.
std::vector<Tokens> lengths_through(const std::vector<Tokens>& marks);

}  // namespace kvtally
