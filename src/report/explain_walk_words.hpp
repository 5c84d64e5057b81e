#pragma once

#include <string>

#include "model/parts.hpp"

/// Lengths as the shapes of tensors write them, when `seen` ("S", "S + 1") tokens have been seen.
namespace kvtally {

/// Entries that are stored: "S", "min(S + 1, 128)", "⌊S ÷ 4⌋".
std::string stored(const Retention& retention, const std::string& seen);

/// Entries that the newest token reads; "chosen" where no short formula says how many.
std::string chosen(const Memory& memory, const std::string& seen);

/// Which of the stored entries count for one token, where not all do: "; of each row at most 128 count".
std::string read_words(const Memory& memory);

}  // namespace kvtally
