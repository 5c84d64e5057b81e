#pragma once

#include <string>
#include <vector>

#include "report/table.hpp"
#include "verify/proof.hpp"

namespace kvtally {

/// One line a proof (the comparisons whose names have the same beginning): how many, the largest error of those
/// that have one, the result. Below them every comparison that failed.
Table table_of(const std::vector<Check>& checks);

/// Every comparison on a line of its own.
Table details_of(const std::vector<Check>& checks);

/// kvtally.verify/1: every comparison. A number that passes 2^63 or is not finite is null.
std::string json_of(const std::vector<Check>& checks);

/// Whether none failed.
bool passed(const std::vector<Check>& checks);

/// What `verify --list` says: what is proved, how, and which kinds of layers are not.
Table table_of(const std::vector<Proof>& proofs);
std::string json_of(const std::vector<Proof>& proofs);

}  // namespace kvtally
