#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "check/check_file.hpp"

namespace kvtally {

/// The text of a check file with today's figures in place of those that are missing or not met; everything else,
/// comments too, stays as it is. A number keeps the unit and the digits that it had and is exact where there was
/// none (in 6 digits, and `equal: as printed`, where it can only be approximated); a bound becomes the figure. A
/// refusal is recorded as `error`, and the other way round. Refused with its place: a scalar that goes over lines.
Expected<std::string> record_checks(const CheckFile& file, const Tree& tree, std::string_view text,
                                    const FigureSources& sources);

/// A check file without expectations: what `kvtally show` prints of each model at a context.
std::string checks_of_models(const std::vector<std::string>& models, const std::string& context);

}  // namespace kvtally
