#pragma once

#include <optional>

#include "engine/sglang/cells.hpp"

namespace kvtally::sglang {

/// Slots that one request takes of the state pool: 1 without the radix cache, else 3 and those that an extra
/// buffer takes.
std::int64_t slots_per_request(const Settings& settings);

/// Tokens of the sliding pool when it is sized by what requests can hold, before the page's rounding; nothing
/// where the ratio rules. Needs --max-running-requests, --disable-radix-cache and chunked prefill.
std::optional<Wide> sliding_cap(const Cell& cell, const Settings& settings, const Demand& demand);

/// ⌊tokens × ratio⌋ in doubles, as Python multiplies.
Wide scaled(Wide tokens, const EngineShare& ratio);
/// The least whole pages of full tokens whose sliding pool, by the ratio, has so many.
Wide full_for(Wide sliding, const EngineShare& ratio, Wide page);
double value_of(const EngineShare& share);

/// --max-running-requests as the server settles it for so many tokens: as given, or tokens ÷ context × 512 within
/// 2048 and 4096; at most half the tokens, and what the slots are enough for.
Wide most_requests(const Settings& settings, const Demand& demand, Wide tokens, std::optional<Wide> slots);

}  // namespace kvtally::sglang
