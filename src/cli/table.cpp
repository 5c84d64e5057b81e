#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>

#include "cli/command.hpp"
#include "cli/model_options.hpp"
#include "cli/output.hpp"
#include "core/suggest.hpp"
#include "read/embedded.hpp"
#include "read/file.hpp"
#include "read/yaml.hpp"
#include "report/model_table.hpp"

namespace kvtally::cli {

namespace {

constexpr std::string_view kReportFolder = "reports/";
constexpr std::array<std::string_view, 5> kSortKeys{"time", "vendor", "ratio", "context", "kv"};

struct Variables {
  std::vector<std::string> report;
  ModelOptions models;
  Output output;
  bool highlight = false;
  bool all = false;
  std::string sort = "time";
  bool reverse = false;
};

// The compiled-in report of that name, or the file.
Expected<Recipe> find_recipe(const std::string& word) {
  std::vector<std::string> names;
  for (const EmbeddedFile& file : embedded_files()) {
    if (!file.path.starts_with(kReportFolder)) {
      continue;
    }
    const std::string path(file.path);
    if (stem(path) == word) {
      return read_recipe(Tree(path, file.nodes), word);
    }
    names.push_back(stem(path));
  }
  if (!word.ends_with(".yaml")) {
    const std::vector<std::string_view> views(names.begin(), names.end());
    return std::unexpected(Problems{{"",
                                     {},
                                     fmt::format("unknown report '{}'", word),
                                     fmt::format("one of {}, or a path to a .yaml", fmt::join(names, ", ")),
                                     nearest(word, views).value_or(""),
                                     ""}});
  }
  auto text = read_file(word);
  if (!text) {
    return std::unexpected(std::move(text.error()));
  }
  const auto tree = parse_yaml(word, std::move(*text));
  return tree ? read_recipe(*tree, stem(word)) : std::unexpected(tree.error());
}

std::string written(const ModelTable& table, OutputFormat format, const Look& look) {
  switch (format) {
    case OutputFormat::table: return write_text(view_of(table), look);
    case OutputFormat::wide: return write_wide(view_of(table), look);
    case OutputFormat::markdown: return write_markdown(view_of(table));
    case OutputFormat::csv: return write_csv(view_of(table));
    case OutputFormat::json: return json_of(table);
  }
  return {};
}

Exit run(const Variables& v) {
  const auto format = v.output.format("table");
  const auto request = parse_request(v.models, "table");
  const auto* sort = std::ranges::find(kSortKeys, v.sort);
  if (sort == kSortKeys.end()) {
    complain(fmt::format("--sort: '{}' is none of {}", v.sort, fmt::join(kSortKeys, ", ")),
             nearest(v.sort, kSortKeys).value_or(""), "table");
  }
  if (v.highlight && v.all) {
    complain("--highlight and --all exclude each other", "", "table");
    return Exit::usage;
  }
  if (!format || !request || sort == kSortKeys.end()) {
    return Exit::usage;
  }
  const auto zoo = open_zoo(v.models);
  if (!zoo) {
    return Exit::input;
  }
  const auto recipe = find_recipe(v.report.empty() ? "attention-evolution" : v.report.front());
  if (!recipe) {
    return report(recipe.error());
  }
  const Describe describe = [&](const std::string& id) { return find_model(*zoo, id); };
  const auto table = compute_table(*recipe, describe,
                                   {request->context, request->adaptation, v.output.units(), v.highlight,
                                    static_cast<SortKey>(sort - kSortKeys.begin()), v.reverse});
  return table ? v.output.write(written(*table, *format, v.output.look())) : report(table.error());
}

}  // namespace

Command table_command() {
  const auto v = std::make_shared<Variables>();
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
      {{"--sort"}, "KEY", "time, vendor, ratio (share of cheap layers), context or kv (time)", &v->sort},
      {{"--reverse"}, "", "the other way round", &v->reverse},
  };
  for (const Option& option : v->models.options()) {
    const bool apt =
        option.names.front() == "-c" || option.names.front() == "--kv-dtype" || option.names.front() == "--zoo";
    if (apt) {
      command.options.push_back(option);
    }
  }
  for (Option& option : v->output.options()) {
    command.options.push_back(std::move(option));
  }
  command.run = [v] { return run(*v); };
  return command;
}

}  // namespace kvtally::cli
