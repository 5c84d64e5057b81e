#pragma once

#include <string>
#include <vector>

#include "read/description/description.hpp"
#include "report/table.hpp"

namespace kvtally {

/// The known models, one row each.
Table list_of(const std::vector<Description>& models);

/// kvtally.models/1.
std::string json_of(const std::vector<Description>& models);

}  // namespace kvtally
