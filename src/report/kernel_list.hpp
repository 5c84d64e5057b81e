#pragma once

#include <string>

#include "report/table.hpp"

namespace kvtally {

/// The notes' table of five ways to compute attention, from the registry of the kernels that the executor runs:
/// the paged ones are one row; kernels that the notes do not have stand below.
Table list_of_kernels();

/// kvtally.kernels/1: every kernel of the registry.
std::string json_of_kernels();

}  // namespace kvtally
