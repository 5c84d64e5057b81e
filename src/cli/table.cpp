#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>

#include "cli/command.hpp"
#include "cli/model_options.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/recipes.hpp"
#include "core/suggest.hpp"
#include "report/model_table.hpp"

namespace kvtally::cli {

namespace {

constexpr std::array<std::string_view, 6> kSortKeys{"report", "time", "vendor", "ratio", "context", "kv"};

struct TableVariables {
  std::vector<std::string> report;
  ModelOptions models;
  Output output;
  bool highlight = false;
  bool all = false;
  std::optional<std::string> sort;
  bool reverse = false;
};

std::string written_model_table(const ModelTable& table, OutputFormat format, const Look& look) {
  return format == OutputFormat::json ? json_of(table) : written_table(view_of(table), format, look);
}

// The sort key, or nothing after saying that there is none of this name.
std::optional<SortKey> sort_key(const std::string& name) {
  const auto* found = std::ranges::find(kSortKeys, name);
  if (found == kSortKeys.end()) {
    complain(fmt::format("--sort: '{}' is none of {}", name, fmt::join(kSortKeys, ", ")),
             nearest(name, kSortKeys).value_or(""));
    return std::nullopt;
  }
  return static_cast<SortKey>(found - kSortKeys.begin());
}

// A format for a layer type that no model of the table has would change nothing, in silence.
Problems layer_types_not_in_table(const Recipe& recipe, const Zoo& zoo, const Adaptation& adaptation,
                                  bool highlights) {
  Problems problems;
  for (const auto& [name, formats] : adaptation.entries_of) {
    const auto has = [&](const RecipeRow& row) {
      if (highlights && row.highlight.empty()) {
        return false;
      }
      const auto description = find_model(zoo, row.model);
      return description && std::ranges::any_of(description->model.layers, [&](const Layer& layer) {
               return layer.tag == name || layer.kind == name;
             });
    };
    if (std::ranges::none_of(recipe.rows, has)) {
      problems.push_back(
          {"", {}, fmt::format("--kv-dtype: no model of the table has '{}' layers", name), "", "", ""});
    }
  }
  return problems;
}

Exit run_table(const TableVariables& v) {
  const auto format = v.output.format();
  const auto request = parse_request(v.models);
  const auto sort = sort_key(v.sort.value_or("report"));
  if (v.highlight && v.all) {
    complain("--highlight and --all exclude each other");
  }
  if (!format || !request || !sort || (v.highlight && v.all)) {
    return usage_fault("table");
  }
  const auto zoo = open_zoo(v.models);
  const auto recipe = find_recipe(v.report.empty() ? "attention-evolution" : v.report.front(), RecipeUse::table);
  if (!zoo || !recipe) {
    return report(zoo ? recipe.error() : zoo.error(), "table");
  }
  if (recipe->rows.empty()) {
    return report({{recipe->file, {}, "the report has no rows", "a list of rows", "", ""}}, "table");
  }
  if (const Problems problems = layer_types_not_in_table(*recipe, *zoo, request->adaptation, v.highlight);
      !problems.empty()) {
    return report(problems, "table");
  }
  const Describe describe = [&](const std::string& id) { return find_model(*zoo, id); };
  const auto table = compute_table(
      *recipe, describe,
      {request->context, request->adaptation, request->kv_dtype, v.output.units(), v.highlight, *sort, v.reverse});
  return table ? v.output.write(written_model_table(*table, *format, v.output.look()))
               : report(table.error(), "table");
}

}  // namespace

Command table_command() {
  const auto v = std::make_shared<TableVariables>();
  Command command{"table",
                  "Prints a report's table: its models with their layers, context and cache, computed from "
                  "their shapes. By default the 44 models of the lecture, in its order.",
                  "[REPORT]",
                  "a report's name or a path to its .yaml (attention-evolution)",
                  1,
                  &v->report,
                  {},
                  {}};
  command.options = {
      {{"--highlight"}, "", "only the rows on the main line of the story", &v->highlight},
      {{"--all"}, "", "all rows (the default)", &v->all},
      {{"--sort"},
       "KEY",
       "time, vendor, ratio (share of cheap layers), context, kv, or report: the report's own order (report)",
       &v->sort,
       {kSortKeys.begin(), kSortKeys.end()}},
      {{"--reverse"}, "", "the other way round", &v->reverse},
  };
  add(command, only(v->models.options(), {"--context", "--kv-dtype", "--zoo"}));
  add(command, v->output.options());
  command.run = [v] { return run_table(*v); };
  return command;
}

}  // namespace kvtally::cli
