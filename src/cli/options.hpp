#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "cli/command.hpp"

namespace kvtally::cli {

/// Those of the options that have one of these names.
std::vector<Option> only(std::vector<Option> options, std::initializer_list<std::string_view> names);

/// Those that have none of these names.
std::vector<Option> without(std::vector<Option> options, std::initializer_list<std::string_view> names);

/// The options, those of one of these names without it.
std::vector<Option> without_name(std::vector<Option> options, std::string_view name);

/// Adds options behind those that the command has.
void add(Command& command, std::vector<Option> options);

}  // namespace kvtally::cli
