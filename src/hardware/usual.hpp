#pragma once

#include <map>
#include <string>

#include "core/problem.hpp"
#include "hardware/device.hpp"
#include "read/text/tree.hpp"

namespace kvtally {

/// The usual fractions of sorts of devices, by the name of the sort: what hardware/usual/fractions.yaml holds.
using UsualTable = std::map<std::string, UsualFractions, std::less<>>;

/// The table of a file; all of its problems.
Expected<UsualTable> read_usual(const Tree& tree);

}  // namespace kvtally
