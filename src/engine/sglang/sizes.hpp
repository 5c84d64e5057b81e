#pragma once

#include <string>
#include <vector>

#include "engine/sglang/cells.hpp"

namespace kvtally::sglang {

/// Sizes of the pools in rows and slots.
struct Sizes {
  bool known = false;  // they are the server's, not the least that hold the demand
  Wide full = 0;
  Wide sliding = 0;
  Wide slots = 0;
  Wide drafted_states = 0;  // requests whose draft steps' states are kept
  Wide requests = 0;        // the most that run at once on the rank
  std::string refusal;      // in the server's words
};

Sizes sizes_of(const std::vector<PooledLayer>& layers, const Cell& cell, const Settings& settings,
               const Demand& demand);

}  // namespace kvtally::sglang
