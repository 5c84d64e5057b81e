#pragma once

#include "plan/fit.hpp"
#include "report/json.hpp"

namespace kvtally {

/// {"tp": 8, "cp": 1, "pp": 2, "dp": 1, "ep": 1, "devices": 16}.
Json json_of(const Placement& placement);

/// What one device holds, part by part.
Json json_of(const DeviceMemory& memory);

/// The fields `engine` and `engine_flags`: whose allocation the cache is; null where it is what the model needs.
void add_engine(Json& out, const Demand& demand);

}  // namespace kvtally
