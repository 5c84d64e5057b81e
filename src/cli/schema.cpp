#include "report/schema.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "core/suggest.hpp"
#include "read/text/embedded.hpp"

namespace kvtally::cli {

namespace {

struct SchemaVariables {
  std::vector<std::string> words;
  Output output;
};

std::string written_schemas(const Schemas& schemas, OutputFormat format, const Look& look) {
  return format == OutputFormat::json ? schemas.json_of_list() : written_table(schemas.list(), format, look);
}

Exit run_schema(const SchemaVariables& v) {
  const auto format = v.output.format();
  if (!format) {
    return usage_fault("schema");
  }
  const Schemas schemas(embedded_files());
  if (v.words.empty()) {
    return v.output.write(written_schemas(schemas, *format, v.output.look()));
  }
  if (v.output.format_name && *format != OutputFormat::json) {
    complain(fmt::format("-o: a schema is written as json alone, not as {}", *v.output.format_name));
    return usage_fault("schema");
  }
  const auto schema = schemas.find(v.words.front());
  if (!schema) {
    std::vector<std::string> names = schemas.names();
    const std::vector<std::string_view> known(names.begin(), names.end());
    complain(fmt::format("there is no schema '{}'; expected one of {}", v.words.front(), fmt::join(names, ", ")),
             nearest(v.words.front(), known).value_or(""));
    return usage_fault("schema");
  }
  return v.output.write(print(*schema));
}

}  // namespace

Command schema_command() {
  const auto v = std::make_shared<SchemaVariables>();
  Command command{"schema",
                  "Lists the JSON Schemas (draft 2020-12) of what -o json prints and of the YAML files that are "
                  "read, or prints one: each field with its type, its unit and what it says. They allow further "
                  "fields: within a version (kvtally.show/1) fields are added, never taken away or changed.",
                  "[NAME]",
                  "a schema: show, fit, model-yaml ...; without one the list of all",
                  1,
                  &v->words,
                  {},
                  {}};
  add(command, without(v->output.options(), {"--si"}));
  command.run = [v] { return run_schema(*v); };
  command.choices = [] { return Schemas(embedded_files()).names(); };
  return command;
}

}  // namespace kvtally::cli
