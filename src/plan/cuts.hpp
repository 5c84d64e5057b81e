#pragma once

#include <optional>

#include "plan/fit.hpp"

/// What a placement holds in the best of its cuts into pipeline stages: the cut may differ with what is asked.
namespace kvtally {

/// A model with what it is asked for on devices of one size.
struct Fitting {
  const Model& model;
  const WeightLoad& weights;
  const Model* weighed = nullptr;  // of lay_out
  Bytes usable;
  Bytes reserve;

  std::expected<Layout, std::vector<std::string>> lay(const Placement& placement, const Demand& demand,
                                                      std::int64_t users) const {
    return lay_out(model, weights, placement, demand, users, weighed);
  }
};

/// A layout in the cut that holds most.
struct MostUsers {
  std::int64_t users = 0;
  Layout layout;
};
struct LongestContext {
  Tokens context;
  Layout layout;
};

/// The most users that a placement holds in any cut; nothing where not even one fits or the model does not divide
/// so. Exact: no cut of the placement holds one user more.
std::optional<MostUsers> most_in_any_cut(const Fitting& fitting, const Placement& placement, const Demand& demand);

/// The longest context, at most `limit`, that a placement holds in any cut for so many users.
std::optional<LongestContext> longest_in_any_cut(const Fitting& fitting, const Placement& placement,
                                                 const Demand& demand, std::int64_t users, Tokens limit);

}  // namespace kvtally
