#pragma once

#include <optional>
#include <string>

#include "core/problem.hpp"
#include "report/compare.hpp"

namespace kvtally::cli {

/// The device of --on whose memory caches are put into; nothing where none is named. The errors: an unknown
/// device, one whose usable memory is not published.
Expected<std::optional<ComparedDevice>> memory_device(const std::optional<std::string>& word);

}  // namespace kvtally::cli
