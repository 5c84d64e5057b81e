#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace kvtally::cli {

/// The command that the words call: that of the branch which their first one names (it is taken from them), or the
/// command itself. Nothing after saying on standard error that there is no branch of that name.
std::optional<Command> called(Command command, std::vector<std::string>& words);

}  // namespace kvtally::cli
