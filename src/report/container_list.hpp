#pragma once

#include <string>

#include "report/table.hpp"

namespace kvtally {

/// Every sort of container, one row each: how it grows, its limit, what it is used for, its price. Growth and
/// limit are what small containers of two sizes did when they were run.
Table list_of_containers();

/// kvtally.containers/1.
std::string json_of_containers();

}  // namespace kvtally
