#pragma once

#include <vector>

#include "account/terms.hpp"
#include "engine/cause_list.hpp"
#include "engine/tensorrt_llm/request.hpp"

namespace kvtally::tensorrt_llm {

/// What is held on one rank, why it is not what the model needs, and the figures of it.
struct Pools {
  std::vector<EngineHold> held;
  CauseList causes;
  std::vector<EngineFigure> figures;

  void figure(std::string name, std::string unit, Wide value);
};

/// From the needed bytes to what the requests fill on the fullest rank.
void add_division(Pools& pools, const Tally& needed, const Request& request);

/// From there to pools of blocks, states, and what the V2 manager's quota leaves free.
void add_pools(Pools& pools, const Request& request, const Sizes& sizes);

/// Bytes a token, estimates, blocks: all but bytes.
void add_figures(Pools& pools, const Request& request, const Sizes& sizes);

}  // namespace kvtally::tensorrt_llm
