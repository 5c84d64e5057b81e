#include "report/explain.hpp"

#include <fmt/format.h>
#include <memory>

#include "cli/adapted.hpp"
#include "cli/attention.hpp"
#include "cli/command.hpp"
#include "cli/model_options.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/placement_options.hpp"
#include "cli/sheet.hpp"
#include "cli/weight_options.hpp"
#include "core/print.hpp"
#include "hardware/catalogue.hpp"
#include "read/text/embedded.hpp"
#include "report/explain_shapes.hpp"
#include "report/parameters_json.hpp"

namespace kvtally::cli {

namespace {

struct ExplainVariables {
  std::vector<std::string> names;
  std::optional<std::string> attention;
  ModelOptions models;
  WeightOptions weights;
  PlacementOptions placement;
  std::optional<std::string> on;
  Output output;
  bool shapes = false;
  bool params = false;
};

std::string written_explanation(const Explanation& explanation, OutputFormat format, const Output& output) {
  switch (format) {
    case OutputFormat::markdown: return markdown_of(explanation, output.units());
    case OutputFormat::json: return json_of(explanation);
    default: return text_of(explanation, output.units(), output.look());
  }
}

std::string written_shapes(const Shapes& shapes, OutputFormat format, const Output& output) {
  switch (format) {
    case OutputFormat::markdown: return markdown_of(shapes);
    case OutputFormat::json: return json_of(shapes);
    default: return text_of(shapes, output.look());
  }
}

std::string written_parameters(const ParameterSheet& parameters, OutputFormat format, const Output& output) {
  switch (format) {
    case OutputFormat::markdown: return markdown_of(parameters);
    case OutputFormat::json: return json_of(parameters);
    default: return text_of(parameters, output.look());
  }
}

// Shapes are in symbols, and need no context.
Exit write_shapes(const ExplainVariables& v, const Description& description, const Request& request,
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
  return v.output.write(written_shapes(shapes, format, v.output));
}

// The one attention of --as. Weights of a counterfactual are not computed, and shapes are those of its
// projections.
Expected<Attention> parse_one_attention(const ExplainVariables& v) {
  auto attentions = parse_attentions(v.attention);
  if (!attentions) {
    return std::unexpected(attentions.error());
  }
  const bool alone = attentions->size() == 1;
  if (!alone || (v.attention && (v.shapes || v.params))) {
    return std::unexpected(
        Problems{{"",
                  {},
                  alone ? "--as: the weights of a counterfactual are not computed" : "--as: several attentions",
                  alone ? "neither --shapes nor --params beside it" : "one (kvtally compare takes several)",
                  "",
                  ""}});
  }
  return attentions->front();
}

// What a step and a device's memory come to, where --on names a device.
Expected<DeviceExplanation> on_device(const ExplainVariables& v, const Sheet& sheet, const WeightRequest& asked,
                                      const Placement& placement) {
  auto device = Catalogue(embedded_files()).find(*v.on);
  if (!device) {
    return std::unexpected(device.error());
  }
  const auto weights = weights_of(sheet.model, asked);
  if (!weights) {
    return std::unexpected(weights.error());
  }
  DeviceQuestion question{std::move(*device),
                          placement,
                          demand_of(sheet.scenario.context),
                          sheet.scenario.batch,
                          reading_of(asked, sheet.model),
                          {}};
  question.demand.drafting = sheet.scenario.drafting;
  if (!countable(sheet.model, *weights, {{}, sheet.scenario.context, 0, sheet.scenario.batch, true, {}, {}})) {
    return std::unexpected(Problems{refusal(sheet.model, "a figure passes 2^63", "a shorter context")});
  }
  auto out = explain_on(sheet.model, *weights, question);
  if (out) {
    return std::move(*out);
  }
  Problems problems;
  for (const std::string& sentence : out.error()) {
    problems.push_back(refusal(sheet.model, sentence));
  }
  return std::unexpected(std::move(problems));
}

// Options that go together only.
std::string_view misplaced(const ExplainVariables& v) {
  const bool weights = v.weights.weight_dtype || v.weights.active || v.weights.whole_weights;
  if (v.on && (v.shapes || v.params || v.attention)) {
    return v.attention ? "--on: the weights of a counterfactual are not computed (--as)"
                       : "--on: neither --shapes nor --params beside it";
  }
  if (!v.on && v.placement.given()) {
    return "a placement is of devices: --on names them";
  }
  if (!v.on && (v.weights.active || v.weights.whole_weights)) {
    return "--active and --whole-weights are of a step's time: --on names the device";
  }
  return weights && !v.on && !v.params ? "--weight-dtype is for --params and --on" : "";
}

Exit write_explanation(const ExplainVariables& v, const Description& description, const Request& request,
                       const WeightRequest& weights, const Placement& placement, OutputFormat format) {
  auto sheet = sheet_of(description, request);
  if (!sheet) {
    return report(sheet.error(), "explain");
  }
  std::optional<DeviceExplanation> device;
  if (v.on) {
    auto on = on_device(v, *sheet, weights, placement);
    if (!on) {
      return report(on.error(), "explain");
    }
    device = std::move(*on);
  }
  Explanation explanation = explain(std::move(*sheet), description.file, description.origins);
  explanation.device = std::move(device);
  return v.output.write(written_explanation(explanation, format, v.output));
}

Exit run_explain(const ExplainVariables& v) {
  const auto format = v.output.format();
  const auto request = parse_request(v.models);
  if (v.names.empty()) {
    complain("explain needs a MODEL");
  }
  const auto weights = parse_weights(v.weights);
  const auto placement = parse_placement(v.placement);
  if (const std::string_view wrong = misplaced(v); !wrong.empty()) {
    complain(std::string(wrong));
    return usage_fault("explain");
  }
  if (!format || !request || !weights || !placement || v.names.empty()) {
    return usage_fault("explain");
  }
  const auto attention = parse_one_attention(v);
  if (!attention) {
    return report(attention.error(), "explain");
  }
  const auto zoo = open_zoo(v.models);
  if (!zoo) {
    return report(zoo.error(), "explain");
  }
  auto description = find_model(*zoo, v.names.front(), *request);
  if (description && v.attention) {
    description = given(*description, *attention);
  }
  if (!description) {
    return report(description.error(), "explain");
  }
  if (v.shapes) {
    return write_shapes(v, *description, *request, *format);
  }
  if (v.params) {
    return v.output.write(
        written_parameters(parameter_sheet(description->model, weights->scheme), *format, v.output));
  }
  return write_explanation(v, *description, *request, *weights, *placement, *format);
}

}  // namespace

Command explain_command() {
  const auto v = std::make_shared<ExplainVariables>();
  v->output.offered = {OutputFormat::table, OutputFormat::markdown, OutputFormat::json};
  Command command{
      "explain",
      "Explains a model's figures as arithmetic that can be redone by hand: for each kind of layer the "
      "formula, the numbers put in and the result; the totals as sums of these; where each number of "
      "the model comes from. With --on the weights and the time of a step, and the memory of a device.",
      "MODEL",
      "a model's id or alias (kvtally models), a path to a model YAML or config.json, or - for standard input",
      1,
      &v->names,
      v->models.options(),
      {}};
  command.options.push_back({{"--as"},
                             "KIND",
                             "the same shape with another attention: mha, gqa-8, mla ... (kvtally compare)",
                             &v->attention});
  command.options.push_back({{"--shapes"},
                             "",
                             "the shapes of the tensors through one layer of each kind, in prefill and in decode",
                             &v->shapes});
  command.options.push_back(
      {{"--params"},
       "",
       "the model's parameters, tensor by tensor, beside the published total, and the bytes of its weights",
       &v->params});
  command.options.push_back({{"--on", "--hardware", "--device", "--gpu"},
                             "HW",
                             "a step's time and a device's memory on this device too (kvtally hardware)",
                             &v->on});
  add(command, v->placement.options());
  add(command, v->weights.options());
  add(command, v->output.options());
  command.run = [v] { return run_explain(*v); };
  return command;
}

}  // namespace kvtally::cli
