#pragma once

#include <optional>
#include <string_view>

#include "engine/engines.hpp"

namespace kvtally::transformers {

/// A line that continuous batching logs about its paged cache. generate()'s caches log nothing.
std::optional<LogReading> read_log(std::string_view line);

}  // namespace kvtally::transformers
