#pragma once

#include <span>
#include <string_view>

#include "page/section.hpp"

namespace kvtally {

/// A sort of section, by the name that recipes have for it.
struct SectionKind {
  std::string_view name;
  std::vector<std::string_view> options;  // the keys that `with` may have
  Expected<SectionParts> (*make)(const PageSources& sources, const SectionRecipe& recipe);
};

/// All of them, in alphabetical order. The errors of `make` have the recipe's place where they are its fault.
std::span<const SectionKind> section_kinds();

}  // namespace kvtally
