#pragma once

#include <optional>
#include <vector>

#include "engine/allocation.hpp"
#include "engine/llama_cpp/buffers.hpp"

namespace kvtally::llama_cpp {

/// The lines that llama.cpp of this version prints about its caches, in its order and format. MiB are 2^20 bytes,
/// in the "MB" of 2023 too.
std::vector<EngineLogLine> log_lines(const StoredModel& model, const Settings& settings, const ContextSizes& sizes,
                                     const std::vector<Cache>& caches,
                                     const std::optional<BufferEstimate>& estimate);

}  // namespace kvtally::llama_cpp
