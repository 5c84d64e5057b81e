#pragma once

#include <string_view>

#include "core/problem.hpp"
#include "hardware/profile.hpp"
#include "read/text/tree.hpp"

namespace kvtally {

/// The profile of a file. The problems are all of the file's: unknown keys with the nearest known one, values that
/// are no rates or sizes, what is missing.
Expected<Profile> read_profile(const Tree& tree, std::string_view id);

}  // namespace kvtally
