#pragma once

#include "report/json.hpp"
#include "report/parameters.hpp"

namespace kvtally {

/// The object `parameters` of kvtally.show/1. A total that is not known is null, and `missing` says why.
Json parameters_json(const Model& model);

/// kvtally.explain/1, with `parameters` instead of `layers` and `totals`.
std::string json_of(const ParameterSheet& sheet);

}  // namespace kvtally
