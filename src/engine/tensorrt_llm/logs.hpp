#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/engines.hpp"
#include "engine/tensorrt_llm/request.hpp"

namespace kvtally::tensorrt_llm {

/// The lines that the engine prints about its pools, without dates.
std::vector<EngineLogLine> pool_lines(const Request& request, const Sizes& sizes);

std::optional<LogReading> read_line(std::string_view line);

}  // namespace kvtally::tensorrt_llm
