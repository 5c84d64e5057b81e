#pragma once

#include <string_view>

namespace kvtally {

/// Whether a key of a config.json that no rule knows could change what is cached: its name speaks of attention,
/// layers, heads, windows, states …
bool may_bear_on_cache(std::string_view key);

/// Whether a key is known not to, although its name speaks of such things.
bool is_irrelevant(std::string_view key);

}  // namespace kvtally
