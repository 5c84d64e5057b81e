#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "plan/placement.hpp"

namespace kvtally::cli {

/// The options that lay a model over devices. They mean the same in every command.
struct PlacementOptions {
  std::optional<std::string> tp;
  std::optional<std::string> pp;
  std::optional<std::string> dp;
  std::optional<std::string> ep;
  std::optional<std::string> cp;

  std::vector<Option> options();
  /// Whether one of them was given.
  bool given() const { return tp || pp || dp || ep || cp; }
};

/// The placement, or nothing after each wrong value was named on standard error.
std::optional<Placement> parse_placement(const PlacementOptions& options);

}  // namespace kvtally::cli
