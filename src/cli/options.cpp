#include "cli/options.hpp"

#include <algorithm>
#include <iterator>

namespace kvtally::cli {

namespace {

bool has_one_of(const Option& option, std::initializer_list<std::string_view> names) {
  return std::ranges::find_first_of(option.names, names) != option.names.end();
}

}  // namespace

std::vector<Option> only(std::vector<Option> options, std::initializer_list<std::string_view> names) {
  std::erase_if(options, [&](const Option& option) { return !has_one_of(option, names); });
  return options;
}

std::vector<Option> without(std::vector<Option> options, std::initializer_list<std::string_view> names) {
  std::erase_if(options, [&](const Option& option) { return has_one_of(option, names); });
  return options;
}

std::vector<Option> without_name(std::vector<Option> options, std::string_view name) {
  for (Option& option : options) {
    std::erase(option.names, name);
  }
  return options;
}

void add(Command& command, std::vector<Option> options) {
  std::ranges::move(options, std::back_inserter(command.options));
}

}  // namespace kvtally::cli
