#include "page/observation.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>

#include "core/parse.hpp"
#include "page/sections/asked.hpp"

namespace kvtally {

namespace {

constexpr std::array<std::string_view, 18> kTexts{"from",
                                                  "to",
                                                  "counts",
                                                  "linear-ratios",
                                                  "window-ratios",
                                                  "overlap",
                                                  "first-kinds",
                                                  "other-knobs",
                                                  "full-partners",
                                                  "million",
                                                  "longest-full",
                                                  "retreat-factor",
                                                  "ends-factor",
                                                  "declared-context",
                                                  "grown-parameters",
                                                  "grown-cache",
                                                  "new-kinds",
                                                  "window-kinds"};

constexpr std::array<std::string_view, 8> kModels{"one-cheap-kind", "sparse-partners", "retreat", "ends",
                                                  "no-cache",       "declared",        "claimed", "grown"};

// How many rows an observation compares; of the others the option lists any number.
std::size_t least_rows(std::string_view option) {
  return option == "retreat" || option == "ends" || option == "grown"          ? 2
         : option == "no-cache" || option == "declared" || option == "claimed" ? 1
                                                                               : 0;
}

// "lecture.table.846", which is not meant as a text.
bool is_claim_id(std::string_view text) {
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-") == std::string_view::npos &&
         text.find_first_of("abcdefghijklmnopqrstuvwxyz") == 0 && text.find('.') != std::string_view::npos;
}

// The words of an option, or what the claim prints whose id it is; nothing where there is no such claim.
std::optional<std::string> text_of(const PageSources& sources, const SectionOption& option) {
  const std::string text = fmt::format("{}", fmt::join(option.words, ", "));
  if (!is_claim_id(text)) {
    return text;
  }
  const std::vector<CheckResult> none;
  const auto& results = sources.claims == nullptr ? none : sources.claims->results;
  const auto claim = std::ranges::find(results, text, &CheckResult::id);
  return claim == results.end() ? std::nullopt : claim->printed;
}

}  // namespace

std::span<const std::string_view> Observing::texts() { return kTexts; }

std::span<const std::string_view> Observing::models() { return kModels; }

Expected<Observing> Observing::of(const PageSources& sources, const SectionRecipe& recipe) {
  auto rows = table_rows(sources, recipe);
  if (!rows) {
    return std::unexpected(rows.error());
  }
  Observing out;
  out.words_ = sources.words;
  out.context_ = sources.recipe->context;
  out.rows_ = std::move(*rows);
  Problems problems;
  const auto option_of = [&](std::string_view key) {
    const SectionOption* option = recipe.option(key);
    if (option == nullptr) {
      const Problems missing = section_fault(sources, recipe, fmt::format("{} is missing", key));
      problems.insert(problems.end(), missing.begin(), missing.end());
    }
    return option;
  };
  const auto fault = [&](const SectionOption& option, std::string what, std::string expected) {
    problems.push_back({sources.recipe->file, option.place, std::move(what), std::move(expected), "", ""});
  };
  for (const std::string_view key : kTexts) {
    const SectionOption* option = option_of(key);
    if (option == nullptr) {
      continue;
    }
    const auto text = text_of(sources, *option);
    const bool month = key == "from" || key == "to";
    if (!text) {
      fault(*option, fmt::format("no claim '{}' prints a figure", option->words.front()),
            "a claim of the recipe's document");
    } else if (month && !is_month(*text)) {
      fault(*option, fmt::format("{} is '{}'", key, *text), "a month such as 2025-11");
    }
    out.texts_.emplace(key, text.value_or(""));
  }
  for (const std::string_view key : kModels) {
    const SectionOption* option = option_of(key);
    if (option == nullptr) {
      continue;
    }
    Rows named;
    for (const std::string& id : option->words) {
      const auto row = std::ranges::find(out.rows_, id, [](const TableRow& one) { return one.row->id; });
      if (row == out.rows_.end()) {
        fault(*option, fmt::format("the table has no row '{}'", id), "the id of a row");
      } else {
        named.push_back(&*row);
      }
    }
    if (named.size() < least_rows(key) && named.size() == option->words.size()) {
      fault(*option, fmt::format("{} names too few rows", key), fmt::format("{}", least_rows(key)));
    }
    out.models_.emplace(key, std::move(named));
  }
  return problems.empty() ? Expected<Observing>(std::move(out)) : std::unexpected(std::move(problems));
}

Holds holds(const Observation& observation) {
  const auto count = std::ranges::count_if(observation.figures, &ObservedFigure::holds);
  return count == 0                                                         ? Holds::no
         : count == static_cast<std::ptrdiff_t>(observation.figures.size()) ? Holds::yes
                                                                            : Holds::partly;
}

ObservedFigure same_text(std::string what, std::string printed, std::string computed, std::string made_of) {
  const bool holds = printed == computed;
  return {std::move(what), std::move(printed), std::move(computed), holds, std::move(made_of)};
}

ObservedFigure rounded(std::string what, std::string printed, double value, std::string_view sign,
                       std::string made_of) {
  const std::size_t end = std::min(printed.find_first_not_of("0123456789."), printed.size());
  const std::string_view number = std::string_view(printed).substr(0, end);
  const std::size_t point = number.find('.');
  const std::size_t last = number.find_last_not_of('0');
  const bool whole = point == std::string_view::npos;
  const int decimals = whole ? 0 : static_cast<int>(number.size() - point - 1);
  const int zeros = whole && last != std::string_view::npos ? static_cast<int>(number.size() - last - 1) : 0;
  const double unit = std::pow(10, zeros);
  const std::string like =
      fmt::format("{:.{}f}{}", std::round(value / unit * std::pow(10, decimals)) / std::pow(10, decimals) * unit,
                  decimals, sign);
  const bool holds = like == printed;
  return {std::move(what), std::move(printed), fmt::format("{:.4g}{}", value, sign), holds, std::move(made_of)};
}

}  // namespace kvtally
