#include "page/sections/lengths.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

#include "core/parse.hpp"
#include "page/sections/asked.hpp"

namespace kvtally {

namespace {

constexpr int kAnOctave = 4;

}  // namespace

Expected<std::vector<Tokens>> asked_lengths(const PageSources& sources, const SectionRecipe& recipe) {
  std::set<Tokens> out;
  if (sources.request.context) {
    out.insert(*sources.request.context);
  }
  const SectionOption* option = recipe.option("marks");
  for (const std::string& word : asked_words(recipe, "marks")) {
    const auto tokens = parse_tokens(word);
    if (!tokens) {
      return std::unexpected(
          Problems{{sources.recipe->file, option->place, fmt::format("marks has '{}': {}", word, tokens.error()),
                    "token counts such as 128K", "", ""}});
    }
    out.insert(*tokens);
  }
  if (out.empty()) {
    return std::unexpected(section_fault(sources, recipe, "the section has no marks", "a list of token counts"));
  }
  return std::vector<Tokens>(out.begin(), out.end());
}

std::vector<Tokens> lengths_through(const std::vector<Tokens>& marks) {
  std::set<Tokens> out(marks.begin(), marks.end());
  const auto from = std::max<Wide>(1, marks.front().value / 4);
  const Wide to = marks.back().value;
  out.insert(Tokens{from});
  const double octaves = std::log2(static_cast<double>(to) / static_cast<double>(from));
  for (int i = 1; i < octaves * kAnOctave; ++i) {
    out.insert(Tokens{nearest_whole(static_cast<double>(from) * std::exp2(static_cast<double>(i) / kAnOctave))});
  }
  return {out.begin(), out.end()};
}

}  // namespace kvtally
