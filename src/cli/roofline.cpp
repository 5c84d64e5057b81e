#include "report/roofline.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include "cli/adapted.hpp"
#include "cli/command.hpp"
#include "cli/context.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/placement_options.hpp"
#include "cli/roofline_options.hpp"
#include "cli/weight_options.hpp"
#include "report/roofline_chart.hpp"

namespace kvtally::cli {

namespace {

struct RooflineVariables {
  std::vector<std::string> names;
  RooflineOptions roofline;
  PlacementOptions placement;
  WeightOptions weights;
  ModelOptions models;
  Output output;
};

// All that the options say.
struct RooflineSettings {
  Request request;
  RooflineRequest roofline;
  std::optional<Placement> placement;
  WeightRequest weights;
  RooflineDevice on;
};

// Weights that are not known are no reason to refuse what the caches cost, unless something was asked of them.
Expected<WeightLoad> known_weights(const Model& model, const WeightRequest& asked) {
  auto load = weights_of(model, asked);
  if (load || asked.scheme || asked.whole) {
    return load;
  }
  WeightLoad none;
  for (const Problem& problem : load.error()) {
    none.assumptions.push_back("weights not known: " + problem.what);
  }
  return none;
}

Problems refusals(const Model& model, const std::vector<std::string>& sentences) {
  Problems out;
  for (const std::string& sentence : sentences) {
    out.push_back(refusal(model, sentence));
  }
  return out;
}

// What was assumed of the model. Draft layers draft by --draft here, not by --mtp.
std::vector<std::string> taken_for_granted(const Model& model, const RooflineSettings& asked, Tokens context) {
  std::vector<std::string> out = context_assumptions(model, asked.request, context);
  Request drafting = asked.request;
  drafting.drafting = true;
  for (std::string& assumption : assumptions_of(model, drafting)) {
    out.push_back(std::move(assumption));
  }
  if (!model.draft.empty() && !asked.roofline.drafting) {
    out.push_back(
        fmt::format("draft (MTP) layers: {}, not counted (--draft counts them)", layer_count(model.draft)));
  }
  return out;
}

// Whether the counts of the question can be formed at all.
bool countable_question(const Model& model, const WeightLoad& weights, const RooflineQuestion& question) {
  Prefill largest{question.decode.context, Tokens{128}, 0, question.decode.sequences, true, {}};
  for (const std::int64_t batch : question.batches) {
    largest.sequences = std::max(largest.sequences, batch);
  }
  return kvtally::countable(model, weights, largest) &&
         (!question.prefill || kvtally::countable(model, weights, *question.prefill));
}

Expected<Roofline> roofline_for(const Description& description, const RooflineSettings& asked) {
  auto model = adapted(description, asked.request);
  if (!model) {
    return std::unexpected(model.error());
  }
  const auto context = context_of(*model, asked.request);
  const auto weights = known_weights(*model, asked.weights);
  if (!context || !weights) {
    return std::unexpected(context ? weights.error() : context.error());
  }
  auto question = question_of(asked.roofline, *context, asked.request.batch, reading_of(asked.weights, *model));
  if (!question) {
    return std::unexpected(Problems{refusal(*model, question.error())});
  }
  question->placement = asked.placement;
  const Problem too_large = refusal(*model, "a figure passes 2^63", "a shorter context or a smaller batch");
  if (!countable_question(*model, *weights, *question)) {
    return std::unexpected(Problems{too_large});
  }
  auto out = roofline_of(*model, *weights, asked.on, *question);
  if (!out) {
    return std::unexpected(refusals(*model, out.error()));
  }
  if (!printable(*out)) {
    return std::unexpected(Problems{too_large});
  }
  out->kv_dtype = asked.request.kv_dtype;
  const std::vector<std::string> assumptions = taken_for_granted(*model, asked, *context);
  out->assumptions.insert(out->assumptions.begin(), assumptions.begin(), assumptions.end());
  return std::move(*out);
}

std::string written_rooflines(const std::vector<Roofline>& rooflines, OutputFormat format, const Output& output) {
  switch (format) {
    case OutputFormat::json: return json_of(rooflines);
    case OutputFormat::svg: return write_svg(chart_of(rooflines));
    case OutputFormat::plot: return write_plot(chart_of(rooflines), output.look());
    case OutputFormat::table: break;
    default: return written_table(table_of(rooflines, output.units()), format, output.look());
  }
  std::string out = output.format_name ? "" : write_plot(chart_of(rooflines), output.look());
  for (const Roofline& roofline : rooflines) {
    out += (out.empty() ? "" : "\n\n") + text_of(roofline, output.units(), output.look());
  }
  return out;
}

Exit run_on(const RooflineVariables& v, OutputFormat format, const RooflineSettings& asked) {
  const auto zoo = open_zoo(v.models);
  if (!zoo) {
    return report(zoo.error(), "roofline");
  }
  std::vector<Roofline> rooflines;
  Problems problems;
  for (const std::string& name : v.names) {
    const auto description = find_model(*zoo, name, asked.request);
    auto roofline = description ? roofline_for(*description, asked) : std::unexpected(description.error());
    if (roofline) {
      rooflines.push_back(std::move(*roofline));
    } else {
      problems.insert(problems.end(), roofline.error().begin(), roofline.error().end());
    }
  }
  return problems.empty() ? v.output.write(written_rooflines(rooflines, format, v.output))
                          : report(problems, "roofline");
}

Exit run_roofline(const RooflineVariables& v) {
  const auto format = v.output.format();
  const auto request = parse_request(v.models);
  const auto roofline = parse_roofline(v.roofline);
  const auto weights = parse_weights(v.weights);
  const auto placement = parse_placement(v.placement);
  if (v.names.empty()) {
    complain("roofline needs at least one MODEL");
  }
  if (!format || !request || !roofline || !weights || !placement || v.names.empty()) {
    return usage_fault("roofline");
  }
  auto device = roofline_device(v.roofline);
  if (!device) {
    return report(device.error(), "roofline");
  }
  const auto laid = v.placement.given() ? placement : std::nullopt;
  return run_on(v, *format, {*request, *roofline, laid, *weights, {std::move(*device), v.roofline.achieved}});
}

}  // namespace

Command roofline_command() {
  const auto v = std::make_shared<RooflineVariables>();
  Command command{
      "roofline",
      "Prints how long a step takes at least on a device: for each part the bytes that it reads and "
      "writes against the bandwidth, its operations against the peak of arithmetic, and which of the "
      "two bounds it. Decode of one token; with --prompt the prefill too. Without -o the parts are drawn under "
      "the device's roofs first, -o plot draws alone, and -o svg is the drawing for a page.",
      "MODEL...",
      "a model's id or alias (kvtally models), a path to a model file or folder, or - for standard input",
      1000,
      &v->names,
      v->roofline.options(),
      {}};
  add(command, v->placement.options());
  add(command, v->weights.options());
  add(command, without(v->models.options(), {"--mtp"}));  // --draft drafts
  v->output.offered.insert(v->output.offered.end(), {OutputFormat::plot, OutputFormat::svg});
  add(command, v->output.options());
  command.run = [v] { return run_roofline(*v); };
  return command;
}

}  // namespace kvtally::cli
