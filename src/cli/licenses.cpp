#include <fmt/format.h>
#include <memory>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "read/fields.hpp"
#include "read/text/embedded.hpp"

namespace kvtally::cli {

namespace {

struct Variables {
  bool names = false;
  Output output;
};

constexpr std::string_view kOwn =
    "kvtally " KVTALLY_VERSION
    "\nApache-2.0: https://www.apache.org/licenses/LICENSE-2.0, the file LICENSE of its source, and "
    "share/doc/kvtally\nof an installation.\n";

// One library: a line for the list, or all that its licence wants said beside a binary.
std::string library(const Fields& fields, bool names) {
  const std::string name = fields.required_text("name") + " " + fields.required_text("version");
  const std::string license = fields.required_text("license");
  if (names) {
    return fmt::format("{:<40}{}\n", name, license);
  }
  return fmt::format("\n{}\n{}\n{}\n\n{}", name, license, fmt::join(fields.texts("copyright"), "\n"),
                     fields.required_text("text"));
}

Expected<std::string> written(bool names) {
  std::string out =
      names ? fmt::format("{:<40}{}\n", "kvtally " KVTALLY_VERSION, "Apache-2.0") : std::string(kOwn);
  Problems problems;
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.path != "reports/licenses.yaml") {
      continue;
    }
    const Tree tree(std::string(file.path), file.nodes);
    const Node* list = member(tree.root(), "libraries");
    for (const Node& node : Children(list == nullptr ? tree.root() : *list)) {
      out += library(Fields(tree, node, problems, "a library"), names);
    }
  }
  return problems.empty() ? Expected<std::string>(std::move(out)) : std::unexpected(std::move(problems));
}

}  // namespace

Command licenses_command() {
  const auto v = std::make_shared<Variables>();
  Command command{"licenses",
                  "Prints what is linked into the program: each library's name, version, copyright and licence, "
                  "with its text.",
                  "",
                  "",
                  0,
                  nullptr,
                  {{{"--names"}, "", "only the names, versions and licences", &v->names}},
                  {}};
  add(command, only(v->output.options(), {"--out"}));
  command.run = [v] {
    if (!v->output.format()) {
      return usage_fault("licenses");
    }
    const auto text = written(v->names);
    return text ? v->output.write(*text) : report(text.error(), "licenses");
  };
  return command;
}

}  // namespace kvtally::cli
