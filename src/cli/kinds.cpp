#include <memory>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "report/container_list.hpp"
#include "report/kernel_list.hpp"
#include "report/kind_list.hpp"

namespace kvtally::cli {

namespace {

// One of the lists that the command prints.
struct List {
  Table (*table)();
  std::string (*json)();
};

constexpr List kKinds{list_of_kinds, json_of_kinds};
constexpr List kContainers{list_of_containers, json_of_containers};
constexpr List kKernels{list_of_kernels, json_of_kernels};

struct KindsVariables {
  bool containers = false;
  bool kernels = false;
  Output output;
};

std::string written_list(const List& list, OutputFormat format, const Look& look) {
  return format == OutputFormat::json ? list.json() : written_table(list.table(), format, look);
}

Exit run_kinds(const KindsVariables& v) {
  const auto format = v.output.format();
  if (v.containers && v.kernels) {
    complain("--containers and --kernels are two lists");
    return usage_fault("kinds");
  }
  if (!format) {
    return usage_fault("kinds");
  }
  const List& list = v.containers ? kContainers : v.kernels ? kKernels : kKinds;
  return v.output.write(written_list(list, *format, v.output.look()));
}

}  // namespace

Command kinds_command() {
  const auto v = std::make_shared<KindsVariables>();
  Command command{
      "kinds",
      "Lists the kinds of layers that the program knows: what one keeps, which of the three knobs it turns, "
      "its layer type and cache class in transformers, and where it comes from.",
      "",
      "",
      0,
      nullptr,
      {{{"--containers"},
        "",
        "instead, what keys and values can be kept in: how each grows, its limit, what it is used for and its "
        "price",
        &v->containers},
       {{"--kernels"},
        "",
        "instead, the ways to compute attention: whether a mask is needed, whether all scores are made, whether "
        "the "
        "weights can be seen, the layout",
        &v->kernels}},
      {}};
  add(command, v->output.options());
  command.run = [v] { return run_kinds(*v); };
  return command;
}

}  // namespace kvtally::cli
