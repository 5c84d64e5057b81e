#include <memory>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "report/kernel_list.hpp"
#include "report/kind_list.hpp"

namespace kvtally::cli {

namespace {

// One of the lists that the command prints.
struct Listing {
  Table (*table)();
  std::string (*json)();
};

constexpr Listing kKinds{list_of_kinds, json_of_kinds};
constexpr Listing kKernels{list_of_kernels, json_of_kernels};

struct Variables {
  Output output;
  bool kernels = false;
};

std::string written(const Listing& list, OutputFormat format, const Look& look) {
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

Exit run(const Variables& v) {
  const auto format = v.output.format();
  if (!format) {
    return usage_fault("kinds");
  }
  return v.output.write(written(v.kernels ? kKernels : kKinds, *format, v.output.look()));
}

}  // namespace

Command kinds_command() {
  const auto v = std::make_shared<Variables>();
  Command command{
      "kinds",
      "Lists the kinds of layers that the program knows: what one keeps, which of the three knobs it turns, "
      "its layer type and cache class in transformers, and where it comes from.",
      "",
      "",
      0,
      nullptr,
      {},
      {}};
  command.options.push_back(
      {{"--kernels"},
       "",
       "instead, the ways to compute attention: whether a mask is needed, whether all scores "
       "are made, whether the weights can be seen, the layout",
       &v->kernels});
  for (Option& option : v->output.options()) {
    command.options.push_back(std::move(option));
  }
  command.run = [v] { return run(*v); };
  return command;
}

}  // namespace kvtally::cli
