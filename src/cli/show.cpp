#include <cstdio>
#include <fmt/format.h>
#include <memory>

#include "cli/adapted.hpp"
#include "cli/command.hpp"
#include "cli/model_options.hpp"
#include "cli/output.hpp"
#include "core/print.hpp"
#include "report/description_yaml.hpp"
#include "report/sheet.hpp"

namespace kvtally::cli {

namespace {

struct Variables {
  std::vector<std::string> names;
  ModelOptions models;
  Output output;
};

std::vector<std::string> context_assumptions(const Model& model, const Request& request, Tokens context) {
  if (!request.context) {
    return {fmt::format("context {}: the model's own maximum", print_grouped(context.value))};
  }
  if (model.max_position_embeddings && context.value > *model.max_position_embeddings) {
    return {fmt::format("context {} is beyond the model's own maximum of {}: what its shape would need there",
                        print_grouped(context.value), print_grouped(*model.max_position_embeddings))};
  }
  return {};
}

Expected<Tokens> context_of(const Model& model, const Request& request) {
  if (request.context) {
    return *request.context;
  }
  if (model.max_position_embeddings) {
    return Tokens{*model.max_position_embeddings};
  }
  return std::unexpected(Problems{refusal(
      model,
      model.unlimited_context ? "its context has no limit of its own" : "its maximum context is not published",
      "a context (-c 128K)")});
}

Expected<Sheet> sheet_of(const Description& description, const Request& request) {
  auto model = adapted(description, request);
  if (!model) {
    return std::unexpected(model.error());
  }
  const auto context = context_of(*model, request);
  if (!context) {
    return std::unexpected(context.error());
  }
  Sheet sheet;
  sheet.scenario = {*context, request.batch, request.drafting, bf16(), bf16()};
  if (const auto& formats = request.adaptation.entries) {
    sheet.scenario.naive_key = formats->key;
    sheet.scenario.naive_value = formats->value;
  }
  sheet.kv_dtype = request.kv_dtype;
  sheet.assumptions = context_assumptions(*model, request, *context);
  for (std::string& assumption : assumptions_of(*model, request)) {
    sheet.assumptions.push_back(std::move(assumption));
  }
  sheet.figures = figures_of(*model, sheet.scenario);
  sheet.model = std::move(*model);
  if (!printable(sheet.figures)) {
    const std::string what =
        fmt::format("a figure at context {} and batch {} passes 2^63", context->value, request.batch);
    return std::unexpected(Problems{refusal(sheet.model, what, "a shorter context or a smaller batch")});
  }
  return sheet;
}

std::string written(const std::vector<Sheet>& sheets, OutputFormat format, const Output& output) {
  switch (format) {
    case OutputFormat::wide: return write_wide(table_of(sheets, output.units()), output.look());
    case OutputFormat::markdown: return write_markdown(table_of(sheets, output.units()));
    case OutputFormat::csv: return write_csv(table_of(sheets, output.units()));
    case OutputFormat::json: return json_of(sheets);
    case OutputFormat::table:
    case OutputFormat::yaml: break;  // yaml is written without figures
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

Exit write_description(const Zoo& zoo, const Request& request, const Variables& v) {
  const auto description = find_model(zoo, v.names.front());
  const auto text = description ? description_text(*description, request) : std::unexpected(description.error());
  return text ? v.output.write(*text) : report(text.error(), "show");
}

Exit run(const Variables& v) {
  const auto format = v.output.format();
  const auto request = parse_request(v.models);
  const bool too_many = format == OutputFormat::yaml && v.names.size() > 1;
  if (v.names.empty()) {
    complain("show needs at least one MODEL");
  }
  if (too_many) {
    complain("--output: yaml is the description of one model");
  }
  if (!format || !request || v.names.empty() || too_many) {
    return usage_fault("show");
  }
  const auto zoo = open_zoo(v.models);
  if (!zoo) {
    return report(zoo.error(), "show");
  }
  if (format == OutputFormat::yaml) {
    return write_description(*zoo, *request, v);
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
  for (Option& option : v->output.options()) {
    command.options.push_back(std::move(option));
  }
  command.run = [v] { return run(*v); };
  return command;
}

}  // namespace kvtally::cli
