#pragma once

#include <optional>
#include <string_view>

#include "engine/engines.hpp"

namespace kvtally::llama_cpp {

/// What a line of llama.cpp's or ik_llama.cpp's log says about its caches, buffers and context, whatever its age
/// and whatever stands before it (times, levels). A printed MiB, and the MB of 2023, is 2^20 bytes. Nothing: it is
/// none of these lines.
std::optional<LogReading> read_log(std::string_view line);

}  // namespace kvtally::llama_cpp
