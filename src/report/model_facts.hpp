#pragma once

#include <string>

#include "read/description/description.hpp"
#include "report/table.hpp"

namespace kvtally {

/// The facts of one model as its description has them: who, when, how large, from which sources; and each value
/// that its layers were composed of, with the line it stands in.
std::string facts_of(const Description& description, const Look& look);

/// kvtally.model/1.
std::string json_of(const Description& description);

}  // namespace kvtally
