#pragma once

#include <cstdint>
#include <string_view>

#include "page/section.hpp"

namespace kvtally {

/// The count of an option, at least 1 and at most `limit`, or the fallback. The error has the recipe's place.
Expected<std::int64_t> asked_count(const PageSources& sources, const SectionRecipe& recipe, std::string_view key,
                                   std::int64_t fallback, std::int64_t limit);

}  // namespace kvtally
