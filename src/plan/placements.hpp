#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "plan/placement.hpp"

namespace kvtally {

/// Placements that are not possible for one reason, which `why` says as a sentence.
struct RefusedPlacements {
  std::string why;
  std::vector<Placement> placements;
  friend bool operator==(const RefusedPlacements&, const RefusedPlacements&) = default;
};

struct Placements {
  std::vector<Placement> possible;
  std::vector<RefusedPlacements> refused;  // each placement once, under its first reason
};

/// Every way to lay a model over exactly `devices` devices: tp × cp × pp × dp = devices, cp at most `max_cp`, and
/// for a mixture of experts each ep that divides the experts evenly; in the order of tp, cp, pp, dp, ep. Whether
/// the result fits into memory is not asked here. `devices` is at least 1.
Placements enumerate_placements(const Model& model, std::int64_t devices, std::int64_t max_cp = 1);

}  // namespace kvtally
