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
  std::string text = fmt::format("{}", fmt::join(option.words, ", "));
  if (!is_claim_id(text)) {
    return text;
  }
  const std::vector<CheckResult> none;
  const auto& results = sources.claims == nullptr ? none : sources.claims->results;
  const auto claim = std::ranges::find(results, text, &CheckResult::id);
  return claim == results.end() ? std::nullopt : claim->printed;
}

// Reads options and notes what is wrong with them.
struct Asked {
  const PageSources& sources;
  const SectionRecipe& recipe;
  Problems problems;

  const SectionOption* option(std::string_view key) {
    const SectionOption* found = recipe.option(key);
    if (found == nullptr) {
      const Problems missing = section_fault(sources, recipe, fmt::format("{} is missing", key));
      problems.insert(problems.end(), missing.begin(), missing.end());
    }
    return found;
  }

  void fault(const SectionOption& option, std::string what, std::string expected) {
    problems.push_back({sources.recipe->file, option.place, std::move(what), std::move(expected), "", ""});
  }

  std::string text(std::string_view key) {
    const SectionOption* found = option(key);
    if (found == nullptr) {
      return {};
    }
    const auto out = text_of(sources, *found);
    const bool month = key == "from" || key == "to";
    if (!out) {
      fault(*found, fmt::format("no claim '{}' prints a figure", found->words.front()),
            "a claim of the recipe's document");
    } else if (month && !is_month(*out)) {
      fault(*found, fmt::format("{} is '{}'", key, *out), "a month such as 2025-11");
    }
    return out.value_or("");
  }

  Rows rows(std::string_view key, const std::vector<TableRow>& all) {
    const SectionOption* found = option(key);
    Rows out;
    if (found == nullptr) {
      return out;
    }
    for (const std::string& id : found->words) {
      const auto row = std::ranges::find(all, id, [](const TableRow& one) { return one.row->id; });
      if (row == all.end()) {
        fault(*found, fmt::format("the table has no row '{}'", id), "the id of a row");
      } else {
        out.push_back(&*row);
      }
    }
    if (found->words.size() < least_rows(key)) {
      fault(*found, fmt::format("{} names too few rows", key), fmt::format("{}", least_rows(key)));
    }
    return out;
  }
};

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
  Asked asked{sources, recipe, {}};
  for (const std::string_view key : kTexts) {
    out.texts_.emplace(key, asked.text(key));
  }
  for (const std::string_view key : kModels) {
    out.models_.emplace(key, asked.rows(key, out.rows_));
  }
  return asked.problems.empty() ? Expected<Observing>(std::move(out)) : std::unexpected(std::move(asked.problems));
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
