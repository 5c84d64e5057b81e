#include <memory>

#include "cli/adapted.hpp"
#include "cli/command.hpp"
#include "cli/model_options.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/placement_options.hpp"
#include "cli/sheet.hpp"
#include "report/description_yaml.hpp"

namespace kvtally::cli {

namespace {

struct ShowVariables {
  std::vector<std::string> names;
  ModelOptions models;
  PlacementOptions placement;
  Output output;
};

std::string written_sheets(const std::vector<Sheet>& sheets, OutputFormat format, const Output& output) {
  if (format == OutputFormat::json) {
    return json_of(sheets);
  }
  if (format != OutputFormat::table) {  // yaml is written without figures
    return written_table(table_of(sheets, output.units()), format, output.look());
  }
  std::string out;
  for (const Sheet& sheet : sheets) {
    out += out.empty() ? "" : "\n\n";
    out += text_of(sheet, output.units(), output.look());
  }
  return out;
}

// Needs no context, and no sheet: the description of the model that the request makes of the one that was named.
Expected<std::string> description_text(const Description& description, const Request& request) {
  const auto model = adapted(description, request);
  if (!model) {
    return std::unexpected(model.error());
  }
  auto text = description_of(*model);
  if (!text) {
    Problems problems;
    for (const std::string& error : text.error()) {
      problems.push_back(refusal(*model, error));
    }
    return std::unexpected(std::move(problems));
  }
  return std::move(*text);
}

Exit write_description(const Zoo& zoo, const Request& request, const ShowVariables& v) {
  const auto description = find_model(zoo, v.names.front(), request);
  const auto text = description ? description_text(*description, request) : std::unexpected(description.error());
  return text ? v.output.write(*text) : report(text.error(), "show");
}

Exit run_show(const ShowVariables& v) {
  const auto format = v.output.format();
  const auto request = parse_request(v.models);
  const auto placement = parse_placement(v.placement);
  const bool too_many = format == OutputFormat::yaml && v.names.size() > 1;
  if (v.names.empty()) {
    complain("show needs at least one MODEL");
  }
  if (too_many) {
    complain("--output: yaml is the description of one model");
  }
  if (!format || !request || !placement || v.names.empty() || too_many) {
    return usage_fault("show");
  }
  const auto zoo = open_zoo(v.models);
  if (!zoo) {
    return report(zoo.error(), "show");
  }
  if (format == OutputFormat::yaml) {
    return write_description(*zoo, *request, v);
  }
  const auto asked = v.placement.given() ? placement : std::nullopt;
  std::vector<Sheet> sheets;
  Problems problems;
  for (const std::string& name : v.names) {
    const auto description = find_model(*zoo, name, *request);
    auto sheet = description ? sheet_of(*description, *request, asked) : std::unexpected(description.error());
    if (sheet) {
      sheets.push_back(std::move(*sheet));
    } else {
      problems.insert(problems.end(), sheet.error().begin(), sheet.error().end());
    }
  }
  return problems.empty() ? v.output.write(written_sheets(sheets, *format, v.output)) : report(problems, "show");
}

}  // namespace

Command show_command() {
  const auto v = std::make_shared<ShowVariables>();
  v->output.offered.push_back(OutputFormat::yaml);
  Command command{"show",
                  "Prints what a model's layers keep, read, write and multiply for one more token at a context, "
                  "and the totals; with -o yaml the description of a model, which reads back to the same.",
                  "MODEL...",
                  "a model's id or alias (kvtally models), a path to a model YAML, or - for standard input",
                  1000,
                  &v->names,
                  v->models.options(),
                  {}};
  add(command, v->placement.options());
  add(command, v->output.options());
  command.run = [v] { return run_show(*v); };
  return command;
}

}  // namespace kvtally::cli
