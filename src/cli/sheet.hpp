#pragma once

#include "cli/model_options.hpp"
#include "report/sheet.hpp"

namespace kvtally::cli {

/// The sheet of a described model for a request: the model in the request's formats, its figures, and what they
/// rest on. Refused, as problems without a place: what `adapted` refuses, a context that is neither given nor
/// known, a figure beyond 64 bits.
/// `placement`: the devices that the sheet says the bytes of; one that the model does not divide over is refused.
Expected<Sheet> sheet_of(const Description& description, const Request& request,
                         const std::optional<Placement>& placement = {});

}  // namespace kvtally::cli
