#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/engines.hpp"
#include "engine/sglang/compressed.hpp"
#include "engine/sglang/pools.hpp"

namespace kvtally::sglang {

/// The lines that the server prints about its pools, in their order; without trailing spaces.
std::vector<EngineLogLine> pool_lines(const Pools& pools, const Cell& cell, const Sizes& sizes,
                                      const Settings& settings, bool capped);
std::vector<EngineLogLine> compressed_lines(const CompressedShape& shape, const CompressedSizes& sizes,
                                            const Settings& settings);

std::optional<LogReading> read_line(std::string_view line);

}  // namespace kvtally::sglang
