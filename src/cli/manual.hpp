#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"

namespace kvtally::cli {

/// The manual page kvtally(1) in mdoc, made of the commands' own descriptions. `date` is YYYY-MM-DD.
std::string manual_of(std::span<const CommandEntry> commands, std::string_view date);

/// The hidden command of the build, `__man DATE`: the page on standard output.
Exit write_manual(std::span<const CommandEntry> commands, const std::vector<std::string>& words);

/// A text of mdoc: what a line may not begin with or hold is escaped, each sentence begins a line, and no line has
/// more than 80 characters.
std::string mdoc_text(std::string_view text);

}  // namespace kvtally::cli
