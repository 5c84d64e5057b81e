#pragma once

#include <string>
#include <vector>

#include "check/check_file.hpp"

namespace kvtally {

/// The mistakes with which a figure comes to what is expected of it, rounded to the digits that are written: every
/// single one, otherwise every pair; "query heads were kept, not KV heads and GB were GiB". A binary unit in place
/// of a decimal one, and the other way round, is one too. Empty where there is none, or the figure is no number.
std::vector<std::string> diagnose(const FileCheck& check, const Tree& tree, const FigureSources& sources);

}  // namespace kvtally
