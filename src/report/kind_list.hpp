#pragma once

#include <string>

#include "report/table.hpp"

namespace kvtally {

/// Every kind of layer, one row each.
Table list_of_kinds();

/// kvtally.kinds/1.
std::string json_of_kinds();

}  // namespace kvtally
