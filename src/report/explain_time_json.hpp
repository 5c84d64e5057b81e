#pragma once

#include "report/explain_time.hpp"
#include "report/json.hpp"

namespace kvtally {

/// {"device": "h100-sxm", "placement": {…}, "sections": […], "sources": […]}.
Json json_of(const DeviceExplanation& explanation);

}  // namespace kvtally
