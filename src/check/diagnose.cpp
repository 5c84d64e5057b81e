#include "check/diagnose.hpp"

#include <array>
#include <fmt/format.h>
#include <utility>

#include "check/agreement.hpp"
#include "check/mistakes.hpp"

namespace kvtally {

namespace {

// What is printed, as it stands, with the other sort of unit, and as a quotient of one in the other sort.
struct Reading {
  std::string mistake;  // empty: as it stands
  PrintedAmount printed;
};

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kConfusedUnits{
    std::pair{"kB", "KiB"}, std::pair{"MB", "MiB"}, std::pair{"GB", "GiB"}, std::pair{"TB", "TiB"}};

// "309 kB" per token, where engines print a pool in GiB, call it GB, and somebody divides it by its tokens.
PrintedAmount times_gib_over_gb(PrintedAmount printed) {
  const Amount ratio = quotient(whole(Wide{1} << 30), whole(1'000'000'000));
  printed.amount = product(printed.amount, ratio);
  printed.last_digit = product(printed.last_digit, ratio);
  return printed;
}

std::vector<Reading> readings_of(const std::string& expected) {
  std::vector<Reading> out;
  if (const auto printed = parse_amount(expected)) {
    out.push_back({"", *printed});
    for (const std::string_view unit : {"kB", "MB"}) {
      if (expected.ends_with(fmt::format(" {}", unit))) {
        out.push_back(
            {fmt::format("the {} came from dividing GiB that were called GB", unit), times_gib_over_gb(*printed)});
      }
    }
  }
  for (const auto& [decimal, binary] : kConfusedUnits) {
    for (const auto& [is, meant] : {std::pair{decimal, binary}, std::pair{binary, decimal}}) {
      if (expected.ends_with(fmt::format(" {}", is))) {
        const auto other = parse_amount(expected.substr(0, expected.size() - is.size()) + std::string(meant));
        out.push_back({fmt::format("{} were {}", is, meant), *other});
      }
    }
  }
  return out;
}

std::optional<Amount> figure_with(const FileCheck& check, const Tree& tree, FigureSources sources,
                                  std::vector<const Mistake*> mistakes) {
  sources.mistakes = std::move(mistakes);
  Problems ignored;
  const auto value = Ask(tree, *check.figure.what, sources, ignored).compute();
  const auto* amount = value ? std::get_if<Amount>(&*value) : nullptr;
  return amount == nullptr ? std::nullopt : std::optional(*amount);
}

}  // namespace

std::vector<std::string> diagnose(const FileCheck& check, const Tree& tree, const FigureSources& sources) {
  const std::vector<Reading> readings = readings_of(check.figure.expected);
  const auto right = figure_with(check, tree, sources, {});
  std::vector<std::string> out;
  if (readings.empty() || !right || right->unit != readings.front().printed.amount.unit) {
    return out;
  }
  // A mistake that changes nothing explains nothing, alone or beside another.
  std::vector<std::pair<const Mistake*, Amount>> figures;
  for (const Mistake* mistake : known_mistakes()) {
    if (const auto wrong = figure_with(check, tree, sources, {mistake}); wrong && compare(*wrong, *right) != 0) {
      figures.emplace_back(mistake, *wrong);
    }
  }
  const auto try_all = [&](const Amount& amount, const std::string& names, bool plain, bool other_units) {
    for (const Reading& reading : readings) {
      if ((reading.mistake.empty() ? plain : other_units) && rounds_to(amount, reading.printed)) {
        out.push_back(reading.mistake.empty() ? names : names + (names.empty() ? "" : " and ") + reading.mistake);
      }
    }
  };
  try_all(*right, "", false, true);
  for (const auto& [mistake, amount] : figures) {
    try_all(amount, mistake->name, true, false);
  }
  if (!out.empty()) {
    return out;
  }
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const auto& [first, alone] = figures[i];
    try_all(alone, first->name, false, true);
    for (std::size_t j = 0; j < figures.size(); ++j) {
      const auto& [second, other] = figures[j];
      const auto both = i == j ? std::nullopt : figure_with(check, tree, sources, {first, second});
      if (both && compare(*both, alone) != 0 && compare(*both, other) != 0 && (i < j || out.empty())) {
        try_all(*both, fmt::format("{} and {}", first->name, second->name), true, false);
      }
    }
  }
  return out;
}

}  // namespace kvtally
