#include <algorithm>
#include <iterator>
#include <memory>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "report/container_list.hpp"
#include "report/kind_list.hpp"

namespace kvtally::cli {

namespace {

// What can be listed.
struct List {
  Table (*table)();
  std::string (*json)();
};

constexpr List kKinds{list_of_kinds, json_of_kinds};
constexpr List kContainers{list_of_containers, json_of_containers};

std::string written(const List& list, OutputFormat format, const Look& look) {
  switch (format) {
    case OutputFormat::table: return write_text(list.table(), look);
    case OutputFormat::wide: return write_wide(list.table(), look);
    case OutputFormat::markdown: return write_markdown(list.table());
    case OutputFormat::csv: return write_csv(list.table());
    case OutputFormat::json: return list.json();
    case OutputFormat::yaml: break;  // not offered
  }
  return {};
}

// The switches that ask for another list than that of kinds.
struct Switches {
  bool containers = false;

  std::vector<Option> options() {
    return {{{"--containers"},
             "",
             "list what keeps keys and values instead: how each sort of container grows, its limit, what it is "
             "used for and its price",
             &containers}};
  }
  const List& chosen() const { return containers ? kContainers : kKinds; }
};

}  // namespace

Command kinds_command() {
  const auto output = std::make_shared<Output>();
  const auto switches = std::make_shared<Switches>();
  Command command{
      "kinds",
      "Lists the kinds of layers that the program knows: what one keeps, which of the three knobs it turns, "
      "its layer type and cache class in transformers, and where it comes from.",
      "",
      "",
      0,
      nullptr,
      switches->options(),
      {}};
  std::ranges::move(output->options(), std::back_inserter(command.options));
  command.run = [output, switches] {
    const auto format = output->format();
    return format ? output->write(written(switches->chosen(), *format, output->look())) : usage_fault("kinds");
  };
  return command;
}

}  // namespace kvtally::cli
