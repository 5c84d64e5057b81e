#pragma once

#include <vector>

#include "model/model.hpp"
#include "verify/check.hpp"

namespace kvtally {

/// Compares what the executor counts while the layer computes its S-th token with what the account says: bytes
/// stored (while the step runs) and carried (to the next), bytes read and written, useful multiply-adds. `name`
/// stands before each. A layer that the executor cannot run fails.
void compare(const std::string& name, const Layer& layer, std::int64_t seen, Checks& checks);

/// Contexts at which what the layer keeps or reads may change its form, and those before and behind: around a
/// window W−1, W, W+1, around a chunk C−1, C, C+1 and 2C, 2C+1; and three short ones for what has no such place.
std::vector<std::int64_t> breakpoints(const Layer& layer);

}  // namespace kvtally
