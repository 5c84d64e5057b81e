#pragma once

#include "reference/kind/attend.hpp"

namespace kvtally::reference {

/// Full causal attention with any number of key heads: as many as query heads is multi-head attention (Vaswani et
/// al. 2017), one is multi-query (arXiv 1911.02150), some number between is grouped-query (arXiv 2305.13245).
/// Query heads [g·i, g·(i+1)) share key head i, g = query heads ÷ key heads; nothing is repeated in memory.
Attended grouped_query(const Means& means, const NewTokens& tokens, const Scoring& scoring);

}  // namespace kvtally::reference
