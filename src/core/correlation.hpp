#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace kvtally {

/// Pearson's coefficient over pairs, from -1 to 1. Nothing where one of their sides does not vary: it is not
/// defined there.
std::optional<double> correlation(const std::vector<std::pair<double, double>>& pairs);

}  // namespace kvtally
