#pragma once

#include <span>
#include <string_view>

namespace kvtally {

/// Whether a key of an architecture (without its name: "attention.scale") that no rule used could change what is
/// cached: it speaks of attention, layers, heads, windows, states …, and is not known to be irrelevant.
bool metadata_may_bear_on_cache(std::string_view key);

/// The keys that speak of such things and are known not to bear on the cache; `rope.*`: all that begin so.
std::span<const std::string_view> irrelevant_metadata_keys();

}  // namespace kvtally
