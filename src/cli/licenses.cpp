#include "report/licenses.hpp"

#include <fmt/format.h>
#include <memory>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"

namespace kvtally::cli {

namespace {

struct LicensesVariables {
  bool names = false;
  Output output;
};

constexpr std::string_view kOwn =
    "kvtally " KVTALLY_VERSION
    "\nApache-2.0: https://www.apache.org/licenses/LICENSE-2.0, the file LICENSE of its source, and "
    "share/doc/kvtally\nof an installation.\n";

// One library: a line for the list, or all that its licence wants said beside a binary.
std::string library(const LicensedLibrary& one, bool names) {
  const std::string name = one.name + " " + one.version;
  if (names) {
    return fmt::format("{:<40}{}\n", name, one.license);
  }
  return fmt::format("\n{}\n{}\n{}\n\n{}", name, one.license, fmt::join(one.copyright, "\n"), one.text);
}

std::string written_licenses(bool names) {
  std::string out =
      names ? fmt::format("{:<40}{}\n", "kvtally " KVTALLY_VERSION, "Apache-2.0") : std::string(kOwn);
  for (const LicensedLibrary& one : licensed_libraries()) {
    out += library(one, names);
  }
  return out;
}

}  // namespace

Command licenses_command() {
  const auto v = std::make_shared<LicensesVariables>();
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
    return v->output.write(written_licenses(v->names));
  };
  return command;
}

}  // namespace kvtally::cli
