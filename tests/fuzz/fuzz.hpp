#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "account/figures.hpp"
#include "model/limits.hpp"
#include "read/description/description.hpp"

/// What every fuzz target does with what a reader gives back.
namespace kvtally::fuzz {

inline std::string text(const std::uint8_t* data, std::size_t size) { return {data, data + size}; }

/// Ends the program when a rule is broken that holds for every input.
inline void hold(bool rule) {
  if (!rule) {
    std::abort();
  }
}

/// A refusal has at least one problem, each with words, and renders.
inline void use(const Problems& problems) {
  hold(!problems.empty());
  for (const Problem& problem : problems) {
    hold(!problem.what.empty());
  }
  hold(!render(problems).empty());
}

/// The figures of a model that was accepted, at small contexts and the largest with the largest batch: sums run in
/// 128 bits, which no accepted model may leave.
inline void use(const Expected<Description>& description) {
  if (!description) {
    use(description.error());
    return;
  }
  const Model& model = description->model;
  hold(layer_count(model.order) >= 1);
  for (const std::int64_t context : {std::int64_t{1}, std::int64_t{4097}, limits::kTokens}) {
    Scenario scenario;
    scenario.context = Tokens{context};
    scenario.batch = context > 4097 ? limits::kBatch : 1;
    scenario.drafting = true;
    const Figures figures = figures_of(model, scenario);
    hold(figures.kept.total() >= Bytes{});
    static_cast<void>(printable(figures));
  }
}

}  // namespace kvtally::fuzz
