#include "cli/branches.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/suggest.hpp"

namespace kvtally::cli {

std::optional<Command> called(Command command, std::vector<std::string>& words) {
  if (command.branches.empty() || words.empty() || words.front().starts_with('-')) {
    return command;
  }
  const auto branch = std::ranges::find(command.branches, words.front(), &Branch::name);
  if (branch == command.branches.end()) {
    std::vector<std::string_view> names;
    std::ranges::transform(command.branches, std::back_inserter(names), &Branch::name);
    complain(fmt::format("{}: '{}' is none of {}", command.name, words.front(), fmt::join(names, ", ")),
             nearest(words.front(), names).value_or(""));
    return std::nullopt;
  }
  words.erase(words.begin());
  return branch->make();
}

}  // namespace kvtally::cli
