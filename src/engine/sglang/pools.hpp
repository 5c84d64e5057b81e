#pragma once

#include <vector>

#include "engine/cause_list.hpp"
#include "engine/sglang/compressed.hpp"
#include "engine/sglang/sizes.hpp"

namespace kvtally::sglang {

/// Pools on one rank, filled into an allocation: what is held, why it is more than the requests fill, figures.
struct Pools {
  std::vector<EngineHold> held;
  CauseList causes;
  std::vector<EngineFigure> figures;
};

/// Rows of full and sliding layers, index pages, the fp4 workspace, draft rows and the state pool.
void add_row_pools(Pools& pools, const std::vector<PooledLayer>& layers, const Sizes& sizes,
                   const Settings& settings, const Demand& demand);
void add_draft_pool(Pools& pools, const DraftRows& draft, const Sizes& sizes, const Demand& demand);
void add_state_pool(Pools& pools, const std::vector<PooledLayer>& layers, const Sizes& sizes,
                    const Settings& settings, const Demand& demand);

/// DeepSeek-V4's. `filled`: rows and index rows that the requests fill on this rank.
void add_compressed_pools(Pools& pools, const CompressedShape& shape, const CompressedSizes& sizes, Wide filled,
                          std::int64_t page);

/// The table of each request's rows: 4 bytes a token of the longest context.
void add_request_table(Pools& pools, Wide requests, const Settings& settings, const Demand& demand);

void add_figure(std::vector<EngineFigure>& figures, std::string name, std::string unit, Wide value,
                Wide denominator = 1);

}  // namespace kvtally::sglang
