#include "report/explain.hpp"

#include <fmt/format.h>
#include <memory>

#include "cli/adapted.hpp"
#include "cli/command.hpp"
#include "cli/model_options.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/sheet.hpp"
#include "cli/weight_options.hpp"
#include "core/print.hpp"
#include "report/explain_shapes.hpp"
#include "report/parameters_json.hpp"

namespace kvtally::cli {

namespace {

struct Variables {
  std::vector<std::string> names;
  ModelOptions models;
  WeightOptions weights;
  Output output;
  bool shapes = false;
  bool params = false;
};

std::string written(const Explanation& explanation, OutputFormat format, const Output& output) {
  switch (format) {
    case OutputFormat::markdown: return markdown_of(explanation, output.units());
    case OutputFormat::json: return json_of(explanation);
    default: return text_of(explanation, output.units(), output.look());
  }
}

std::string written(const Shapes& shapes, OutputFormat format, const Output& output) {
  switch (format) {
    case OutputFormat::markdown: return markdown_of(shapes);
    case OutputFormat::json: return json_of(shapes);
    default: return text_of(shapes, output.look());
  }
}

std::string written(const ParameterSheet& parameters, OutputFormat format, const Output& output) {
  switch (format) {
    case OutputFormat::markdown: return markdown_of(parameters);
    case OutputFormat::json: return json_of(parameters);
    default: return text_of(parameters, output.look());
  }
}

// Shapes are in symbols, and need no context.
Exit write_shapes(const Variables& v, const Description& description, const Request& request,
                  OutputFormat format) {
  const auto model = adapted(description, request);
  if (!model) {
    return report(model.error(), "explain");
  }
  Shapes shapes = shapes_of(*model);
  if (request.context) {
    shapes.here = fmt::format("Here B = {} and S = {}.", print_grouped(request.batch),
                              print_grouped(request.context->value));
  }
  return v.output.write(written(shapes, format, v.output));
}

Exit run(const Variables& v) {
  const auto format = v.output.format();
  const auto request = parse_request(v.models);
  if (v.names.empty()) {
    complain("explain needs a MODEL");
  }
  const auto weights = parse_weights(v.weights);
  if (v.weights.weight_dtype && !v.params) {
    complain("--weight-dtype is for --params");
    return usage_fault("explain");
  }
  if (!format || !request || !weights || v.names.empty()) {
    return usage_fault("explain");
  }
  const auto zoo = open_zoo(v.models);
  if (!zoo) {
    return report(zoo.error(), "explain");
  }
  const auto description = find_model(*zoo, v.names.front(), *request);
  if (!description) {
    return report(description.error(), "explain");
  }
  if (v.shapes) {
    return write_shapes(v, *description, *request, *format);
  }
  if (v.params) {
    return v.output.write(written(parameter_sheet(description->model, weights->scheme), *format, v.output));
  }
  auto sheet = sheet_of(*description, *request);
  if (!sheet) {
    return report(sheet.error(), "explain");
  }
  const Explanation explanation = explain(std::move(*sheet), description->file, description->origins);
  return v.output.write(written(explanation, *format, v.output));
}

}  // namespace

Command explain_command() {
  const auto v = std::make_shared<Variables>();
  v->output.offered = {OutputFormat::table, OutputFormat::markdown, OutputFormat::json};
  Command command{
      "explain",
      "Explains a model's figures as arithmetic that can be redone by hand: for each kind of layer the "
      "formula, the numbers put in and the result; the totals as sums of these; where each number of "
      "the model comes from.",
      "MODEL",
      "a model's id or alias (kvtally models), a path to a model YAML or config.json, or - for standard input",
      1,
      &v->names,
      v->models.options(),
      {}};
  command.options.push_back({{"--shapes"},
                             "",
                             "the shapes of the tensors through one layer of each kind, in prefill and in decode",
                             &v->shapes});
  command.options.push_back(
      {{"--params"},
       "",
       "the model's parameters, tensor by tensor, beside the published total, and the bytes of its weights",
       &v->params});
  add(command, only(v->weights.options(), {"--weight-dtype"}));
  add(command, v->output.options());
  command.run = [v] { return run(*v); };
  return command;
}

}  // namespace kvtally::cli
