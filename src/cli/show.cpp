#include <memory>

#include "cli/command.hpp"
#include "cli/model_options.hpp"
#include "cli/output.hpp"
#include "cli/sheet.hpp"

namespace kvtally::cli {

namespace {

struct Variables {
  std::vector<std::string> names;
  ModelOptions models;
  Output output;
};

std::string written(const std::vector<Sheet>& sheets, OutputFormat format, const Output& output) {
  switch (format) {
    case OutputFormat::wide: return write_wide(table_of(sheets, output.units()), output.look());
    case OutputFormat::markdown: return write_markdown(table_of(sheets, output.units()));
    case OutputFormat::csv: return write_csv(table_of(sheets, output.units()));
    case OutputFormat::json: return json_of(sheets);
    case OutputFormat::table: break;
  }
  std::string out;
  for (const Sheet& sheet : sheets) {
    out += out.empty() ? "" : "\n\n";
    out += text_of(sheet, output.units(), output.look());
  }
  return out;
}

Exit run(const Variables& v) {
  const auto format = v.output.format();
  const auto request = parse_request(v.models);
  if (v.names.empty()) {
    complain("show needs at least one MODEL");
  }
  if (!format || !request || v.names.empty()) {
    return usage_fault("show");
  }
  const auto zoo = open_zoo(v.models);
  if (!zoo) {
    return report(zoo.error(), "show");
  }
  std::vector<Sheet> sheets;
  Problems problems;
  for (const std::string& name : v.names) {
    const auto description = find_model(*zoo, name);
    auto sheet = description ? sheet_of(*description, *request) : std::unexpected(description.error());
    if (sheet) {
      sheets.push_back(std::move(*sheet));
    } else {
      problems.insert(problems.end(), sheet.error().begin(), sheet.error().end());
    }
  }
  return problems.empty() ? v.output.write(written(sheets, *format, v.output)) : report(problems, "show");
}

}  // namespace

Command show_command() {
  const auto v = std::make_shared<Variables>();
  Command command{"show",
                  "Prints what a model's layers keep, read, write and multiply for one more token at a context, "
                  "and the totals.",
                  "MODEL...",
                  "a model's id or alias (kvtally models), a path to a model YAML, or - for standard input",
                  1000,
                  &v->names,
                  v->models.options(),
                  {}};
  for (Option& option : v->output.options()) {
    command.options.push_back(std::move(option));
  }
  command.run = [v] { return run(*v); };
  return command;
}

}  // namespace kvtally::cli
