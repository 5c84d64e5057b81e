#pragma once

#include "account/terms.hpp"
#include "engine/cause_list.hpp"
#include "engine/sglang/layers.hpp"

namespace kvtally::sglang {

/// What one request fills, on all devices' layers and heads, on one stage, and on one rank of it.
struct Division {
  Content whole;
  Content stage;
  Content rank;
  std::int64_t requests = 1;  // all
  std::int64_t rank_requests = 1;
  const Settings* settings = nullptr;
};

/// The causes between what the model needs and what its requests fill of the pools of the fullest rank: other
/// layouts of rows, rows for layers that share, requests, layers and heads on other ranks, and what is replicated.
/// What waits to be pooled, and draft layers, are taken off: their pools are causes of their own.
void add_division(CauseList& causes, const Tally& needed, const Division& division);

}  // namespace kvtally::sglang
