#pragma once

#include <string_view>

namespace kvtally {

/// A key whose name speaks of attention, layers, heads, caches, states and the like: not understood, it could
/// change the cache (modelzoo/config/keys.yaml, `words`).
bool may_bear_on_cache(std::string_view key);

/// A key whose name could be another spelling of a size that a default was taken for (`size_words`).
bool may_carry_a_size(std::string_view key);

/// A key that is known to bear on no cache, whatever the model type (`irrelevant`).
bool is_irrelevant(std::string_view key);

}  // namespace kvtally
