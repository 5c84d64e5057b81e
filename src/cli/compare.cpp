#include "report/compare.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include "cli/attention.hpp"
#include "cli/command.hpp"
#include "cli/memory_device.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/sheet.hpp"
#include "model/counterfactual.hpp"
#include "read/text/embedded.hpp"

namespace kvtally::cli {

namespace {

struct CompareVariables {
  std::vector<std::string> names;
  std::optional<std::string> attentions;
  std::optional<std::string> device;
  ModelOptions models;
  Output output;
};

// What the command's own options say.
struct ComparisonRequest {
  std::vector<Attention> attentions;
  std::optional<ComparedDevice> device;
};

Expected<ComparisonRequest> parse_comparison(const CompareVariables& v) {
  auto attentions = parse_attentions(v.attentions);
  auto device = memory_device(v.device);
  if (attentions && device) {
    return ComparisonRequest{std::move(*attentions), std::move(*device)};
  }
  Problems problems = attentions ? Problems{} : std::move(attentions.error());
  if (!device) {
    problems.insert(problems.end(), device.error().begin(), device.error().end());
  }
  return std::unexpected(std::move(problems));
}

Expected<ComparedRow> compared_row(const Description& description, const Attention& attention,
                                   const Request& request) {
  const auto other = given(description, attention);
  auto sheet = other ? sheet_of(*other, request) : std::unexpected(other.error());
  if (!sheet) {
    return std::unexpected(sheet.error());
  }
  return ComparedRow{name_of(attention), other_layers(description.model, other->model), std::move(*sheet)};
}

void add_rows(const Description& description, const std::vector<Attention>& attentions, const Request& request,
              Comparison& comparison, Problems& problems) {
  if (std::ranges::find(comparison.models, description.model) == comparison.models.end()) {
    comparison.models.push_back(description.model);
  }
  for (const Attention& attention : attentions) {
    auto row = compared_row(description, attention, request);
    if (row) {
      comparison.rows.push_back(std::move(*row));
      continue;
    }
    for (const Problem& problem : row.error()) {
      if (std::ranges::find(problems, problem) == problems.end()) {
        problems.push_back(problem);
      }
    }
  }
}

std::string written_comparison(const Comparison& comparison, OutputFormat format, const Output& output) {
  switch (format) {
    case OutputFormat::markdown: return joined(printed_tables(comparison, output.units()), write_markdown);
    case OutputFormat::latex: return joined(printed_tables(comparison, output.units()), write_latex);
    case OutputFormat::json: return json_of(comparison);
    case OutputFormat::table: return text_of(comparison, output.units(), output.look());
    default: return written_table(table_of(comparison, output.units()), format, output.look());
  }
}

Expected<Comparison> comparison_of(const CompareVariables& v, const ComparisonRequest& wanted,
                                   const Request& request) {
  const auto zoo = open_zoo(v.models);
  if (!zoo) {
    return std::unexpected(zoo.error());
  }
  Comparison comparison{{}, {}, v.attentions.has_value(), wanted.device};
  Problems problems;
  for (const std::string& name : v.names) {
    const auto description = find_model(*zoo, name, request);
    if (description) {
      add_rows(*description, wanted.attentions, request, comparison, problems);
    } else {
      problems.insert(problems.end(), description.error().begin(), description.error().end());
    }
  }
  return problems.empty() ? Expected<Comparison>(std::move(comparison)) : std::unexpected(std::move(problems));
}

Exit run_compare(const CompareVariables& v) {
  const auto format = v.output.format();
  const auto request = parse_request(v.models);
  const bool too_few = v.names.empty() || (v.names.size() < 2 && !v.attentions);
  if (too_few) {
    complain(v.names.empty()
                 ? "compare needs at least one MODEL"
                 : "compare needs a second MODEL, or other attentions for the one (--as mha,gqa-8,mqa)");
  }
  if (!format || !request || too_few) {
    return usage_fault("compare");
  }
  const auto wanted = parse_comparison(v);
  if (!wanted) {
    return report(wanted.error(), "compare");
  }
  const auto comparison = comparison_of(v, *wanted, *request);
  return comparison ? v.output.write(written_comparison(*comparison, *format, v.output))
                    : report(comparison.error(), "compare");
}

}  // namespace

Command compare_command() {
  const auto v = std::make_shared<CompareVariables>();
  Command command{
      "compare",
      "Prints what models keep side by side, and in what they differ; with --as what the same shape would keep "
      "with another attention. The ratio is that of the first row to each.",
      "MODEL...",
      "a model's id or alias (kvtally models), a path to a model YAML, or - for standard input",
      1000,
      &v->names,
      {{{"--as"},
        "KIND,...",
        "as-is, mha, gqa-N (N key-value heads), mqa, mla, swa-W (a window; swa-W+F keeps the first F), chunked-C, "
        "dsa-K (the best K), linear, gdn, kda; mha:192+128 gives widths of keys and values, mla:512+64 a latent, "
        "dsa-2048:64x128 an indexer",
        &v->attentions},
       {{"--on"},
        "DEVICE",
        "how many devices of that memory the caches alone fill: an id (tpu-v7x), or with its memory as you know "
        "it (h100-sxm,memory=79.6GiB)",
        &v->device}},
      {}};
  add(command, v->models.options());
  add(command, v->output.options());
  command.run = [v] { return run_compare(*v); };
  return command;
}

}  // namespace kvtally::cli
