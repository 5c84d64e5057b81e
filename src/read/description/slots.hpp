#pragma once

#include <string_view>
#include <vector>

#include "model/parts.hpp"
#include "read/description/sorts.hpp"

namespace kvtally {

/// One layer as the lists describe it, before it is composed. `sort` points into the runs that it was made of.
struct Slot {
  std::string_view sort;
  bool reuses_index = false;  // `indexer_types` says that it takes the choice of an earlier layer
  Sharing sharing;
  friend bool operator==(const Slot&, const Slot&) = default;
};

/// One slot for each layer of the runs, with nothing reused or shared.
std::vector<Slot> unrolled(const std::vector<NameRun>& runs);

/// Marks the slots that reuse an indexer (`indexer_types`) or a cache (`num_kv_shared_layers`, and `shares` under
/// `kinds`). Each needs an owner before it; one without is a problem.
void mark_reuse(std::vector<Slot>& slots, const Fields& fields, const Sorts& sorts);

}  // namespace kvtally
