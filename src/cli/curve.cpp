#include "report/curve.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include "cli/adapted.hpp"
#include "cli/command.hpp"
#include "cli/memory_device.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/values.hpp"
#include "report/curve_chart.hpp"

namespace kvtally::cli {

namespace {

constexpr std::int64_t kMostPoints = 10000;  // more lines than anything reads

struct CurveVariables {
  std::vector<std::string> names;
  std::optional<std::string> from;
  std::optional<std::string> to;
  std::optional<std::string> points;
  std::optional<std::string> device;
  ModelOptions models;
  Output output;
};

std::optional<AskedRange> parse_range(const CurveVariables& v) {
  ValueReader reader;
  AskedRange range{reader.tokens("--from", v.from), reader.tokens("--to", v.to),
                   reader.integer("--points", v.points, 2, kMostPoints)};
  if (range.from && range.to && *range.from > *range.to) {
    reader.wrong("--from", fmt::format("{} is behind --to {}", range.from->value, range.to->value),
                 "an earlier context");
  }
  return reader.failed() ? std::nullopt : std::optional(range);
}

Expected<Curve> curve_for(const Description& description, const Request& request, const AskedRange& wanted) {
  auto model = adapted(description, request);
  if (!model) {
    return std::unexpected(model.error());
  }
  const auto range = range_of(*model, wanted);
  if (!range) {
    return std::unexpected(range.error());
  }
  std::vector<std::string> assumptions = assumptions_of(*model, request);
  if (model->max_position_embeddings && range->to > *model->max_position_embeddings) {
    assumptions.insert(
        assumptions.begin(),
        fmt::format("contexts beyond the model's own maximum of {}: what its shape would need there",
                    *model->max_position_embeddings));
  }
  Curve curve = curve_of(std::move(*model), request.kv_dtype, request.batch, request.drafting, *range);
  curve.assumptions = std::move(assumptions);
  if (!printable(curve)) {
    return std::unexpected(Problems{refusal(
        curve.model, fmt::format("a figure at context {} and batch {} passes 2^63", range->to, request.batch),
        "a shorter context or a smaller batch")});
  }
  return curve;
}

std::string tables(const std::vector<Curve>& curves, const Output& output, OutputFormat format) {
  std::string out;
  for (const Curve& curve : curves) {
    const bool text = format == OutputFormat::table;
    out += out.empty() ? "" : text ? "\n\n" : "\n";
    out += text ? text_of(curve, output.units(), output.look())
                : joined(printed_tables(curve, output.units()),
                         format == OutputFormat::latex ? write_latex : write_markdown);
  }
  return out;
}

std::string written_curves(const std::vector<Curve>& curves, OutputFormat format, const CurveVariables& v) {
  const Output& output = v.output;
  const auto chart = [&] { return chart_of(curves, {output.units(), v.from.has_value()}); };
  switch (format) {
    case OutputFormat::json: return json_of(curves);
    case OutputFormat::svg: return write_svg(chart());
    case OutputFormat::plot: return write_plot(chart(), output.look());
    case OutputFormat::table:
    case OutputFormat::markdown:
    case OutputFormat::latex: break;
    default: return written_table(table_of(curves, output.units()), format, output.look());
  }
  const std::string drawing = output.format_name ? "" : write_plot(chart(), output.look()) + "\n\n";
  return drawing + tables(curves, output, format);
}

Expected<std::vector<Curve>> curves_for(const CurveVariables& v, const Request& request, const AskedRange& range) {
  const auto zoo = open_zoo(v.models);
  if (!zoo) {
    return std::unexpected(zoo.error());
  }
  const auto device = memory_device(v.device);
  Problems problems = device ? Problems{} : device.error();
  std::vector<Curve> curves;
  for (const std::string& name : v.names) {
    const auto description = find_model(*zoo, name, request);
    auto curve = description ? curve_for(*description, request, range) : std::unexpected(description.error());
    if (!curve) {
      problems.insert(problems.end(), curve.error().begin(), curve.error().end());
      continue;
    }
    if (device && *device) {
      curve->limit = limit_of(*curve, **device);
    }
    curves.push_back(std::move(*curve));
  }
  return problems.empty() ? Expected<std::vector<Curve>>(std::move(curves)) : std::unexpected(std::move(problems));
}

Exit run_curve(const CurveVariables& v) {
  const auto format = v.output.format();
  const auto request = parse_request(v.models);
  const auto range = parse_range(v);
  if (v.names.empty()) {
    complain("curve needs at least one MODEL");
  }
  if (!format || !request || !range || v.names.empty()) {
    return usage_fault("curve");
  }
  const auto curves = curves_for(v, *request, *range);
  return curves ? v.output.write(written_curves(*curves, *format, v)) : report(curves.error(), "curve");
}

}  // namespace

Command curve_command() {
  const auto v = std::make_shared<CurveVariables>();
  Command command{
      "curve",
      "Prints how a model's memory grows with its context: the straight pieces of its keys and values, "
      "and the exact terms of everything that it keeps. -o csv and -o wide print the bytes at single "
      "contexts, each twice the one before; where a piece starts stands among them. Without -o all of it is drawn "
      "above the pieces, -o plot draws alone, and -o svg is the drawing for a page.",
      "MODEL...",
      "a model's id or alias (kvtally models), a path to a model YAML, or - for standard input",
      1000,
      &v->names,
      {{{"--from"}, "TOKENS", "the first context (1K)", &v->from},
       {{"--to"}, "TOKENS", "the last context (the model's own maximum)", &v->to},
       {{"--points"}, "N", "N contexts equally far apart instead of doubling ones", &v->points},
       {{"--on"},
        "DEVICE",
        "draw its memory in, and say how far the caches alone reach in it: an id (h200-sxm), or with its memory "
        "as "
        "you know it (h100-sxm,memory=79.6GiB)",
        &v->device}},
      {}};
  add(command, without(v->models.options(), {"--context"}));  // --from and --to say it here
  v->output.offered.insert(v->output.offered.end(), {OutputFormat::plot, OutputFormat::svg});
  add(command, v->output.options());
  command.run = [v] { return run_curve(*v); };
  return command;
}

}  // namespace kvtally::cli
