#pragma once

#include <string_view>

namespace kvtally {

/// Whether a key of an architecture (without its name: "attention.scale") that no rule used could change what is
/// cached: it speaks of attention, layers, heads, windows, states …, and is not known to be irrelevant.
bool metadata_may_bear_on_cache(std::string_view key);

}  // namespace kvtally
