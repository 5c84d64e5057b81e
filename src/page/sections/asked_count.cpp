#include "page/sections/asked_count.hpp"

#include <fmt/format.h>

#include "core/parse.hpp"

namespace kvtally {

Expected<std::int64_t> asked_count(const PageSources& sources, const SectionRecipe& recipe, std::string_view key,
                                   std::int64_t fallback, std::int64_t limit) {
  const SectionOption* option = recipe.option(key);
  if (option == nullptr || option->words.empty()) {
    return fallback;
  }
  const auto count = parse_integer(option->words.front());
  if (count && *count >= 1 && *count <= limit) {
    return *count;
  }
  return std::unexpected(
      Problems{{sources.recipe->file, option->place, fmt::format("{} is '{}'", key, option->words.front()),
                fmt::format("a whole number from 1 to {}", limit), "", ""}});
}

}  // namespace kvtally
