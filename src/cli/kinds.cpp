#include <memory>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "report/kind_list.hpp"

namespace kvtally::cli {

namespace {

std::string written(OutputFormat format, const Look& look) {
  switch (format) {
    case OutputFormat::table: return write_text(list_of_kinds(), look);
    case OutputFormat::wide: return write_wide(list_of_kinds(), look);
    case OutputFormat::markdown: return write_markdown(list_of_kinds());
    case OutputFormat::csv: return write_csv(list_of_kinds());
    case OutputFormat::json: return json_of_kinds();
    case OutputFormat::yaml: break;  // not offered
  }
  return {};
}

}  // namespace

Command kinds_command() {
  const auto output = std::make_shared<Output>();
  Command command{
      "kinds",
      "Lists the kinds of layers that the program knows: what one keeps, which of the three knobs it turns, "
      "its layer type and cache class in transformers, and where it comes from.",
      "",
      "",
      0,
      nullptr,
      output->options(),
      {}};
  command.run = [output] {
    const auto format = output->format();
    return format ? output->write(written(*format, output->look())) : usage_fault("kinds");
  };
  return command;
}

}  // namespace kvtally::cli
