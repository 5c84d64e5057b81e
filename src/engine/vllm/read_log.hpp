#pragma once

#include <optional>
#include <string_view>

#include "engine/engines.hpp"

namespace kvtally::vllm {

/// What a line of vLLM's log or one of its errors says about the cache, in the wording of any version; nothing for
/// other lines.
std::optional<LogReading> read_log(std::string_view line);

}  // namespace kvtally::vllm
