#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include "check/run_checks.hpp"
#include "cli/check_sources.hpp"
#include "cli/command.hpp"
#include "cli/model_options.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/page_files.hpp"
#include "cli/recipes.hpp"
#include "cli/values.hpp"
#include "core/suggest.hpp"
#include "core/text.hpp"
#include "read/text/embedded.hpp"

namespace kvtally::cli {

namespace {

constexpr std::int64_t kMostUsers = 1 << 24;

struct ReportVariables {
  std::vector<std::string> words;
  std::optional<std::string> language;
  std::optional<std::string> sections;
  std::optional<std::string> device;
  std::optional<std::string> users;
  ModelOptions models;
  Output output;
};

// The document of claims that a recipe names, computed.
Expected<std::optional<CheckReport>> claims_of(const Recipe& recipe) {
  if (recipe.claims.empty()) {
    return std::nullopt;
  }
  const auto tree = built_in_checks(recipe.claims);
  if (!tree) {
    const std::vector<std::string> names = built_in_check_names();
    return std::unexpected(
        Problems{{recipe.file, recipe.place, fmt::format("unknown document of claims '{}'", recipe.claims),
                  fmt::format("one of {}", fmt::join(names, ", ")), "", ""}});
  }
  const auto claims = read_claims(*tree);
  if (!claims) {
    return std::unexpected(claims.error());
  }
  const CheckSources sources;
  const FigureSources at = sources.at(tree->file());
  return run_claims(*claims, *tree, {with_shapes(*claims, *tree, at.describe), at.table, at.devices});
}

std::optional<PageRequest> request_of(const ReportVariables& v, const Request& models) {
  ValueReader reader;
  PageRequest out{
      {}, v.device, models.context, reader.integer("--users", v.users, 1, kMostUsers), v.output.units()};
  if (v.words.size() > 1) {
    out.models.assign(v.words.begin() + 1, v.words.end());
  }
  return reader.failed() ? std::nullopt : std::optional(std::move(out));
}

Expected<Page> page_for(const ReportVariables& v, const Request& request, const PageRequest& wanted,
                        const Words& words) {
  const auto recipe = find_recipe(v.words.empty() ? "attention-evolution" : v.words.front(), RecipeUse::page);
  const auto zoo = open_zoo(v.models);
  if (!recipe || !zoo) {
    return std::unexpected(recipe ? zoo.error() : recipe.error());
  }
  if (recipe->sections.empty()) {
    return std::unexpected(
        Problems{{recipe->file, {}, "the report has no sections", "a list of sections", "", ""}});
  }
  const auto claims = claims_of(*recipe);
  if (!claims) {
    return std::unexpected(claims.error());
  }
  const Catalogue devices(embedded_files());
  const Describe describe = [&](const std::string& word) { return find_model(*zoo, word, request); };
  PageSources sources{&*recipe, nullptr, describe, &devices, *claims ? &**claims : nullptr, &words, wanted};
  TableOptions options;
  options.context = wanted.context;
  options.units = wanted.units;
  options.say = [&](const std::string& english) { return words.say(english); };
  auto table = recipe->rows.empty() ? Expected<ModelTable>() : compute_table(*recipe, describe, options);
  if (!table) {
    return std::unexpected(table.error());
  }
  sources.table = recipe->rows.empty() ? nullptr : &*table;
  std::vector<std::string> sections;
  if (v.sections) {
    for (const std::string_view id : split(*v.sections, ',')) {
      sections.emplace_back(id);
    }
  }
  return compose_page(sources, sections);
}

bool known_language(const std::string& language) {
  const std::vector<std::string>& known = page_languages();
  if (std::ranges::find(known, language) != known.end()) {
    return true;
  }
  const std::vector<std::string_view> views(known.begin(), known.end());
  complain(fmt::format("--lang: '{}' is none of {}", language, fmt::join(known, ", ")),
           nearest(language, views).value_or(""));
  return false;
}

Exit run_report(const ReportVariables& v) {
  const auto format = v.output.format();
  const auto request = parse_request(v.models);
  const auto wanted = request ? request_of(v, *request) : std::nullopt;
  const std::string language = v.language.value_or("en");
  if (!format || !wanted || !known_language(language)) {
    return usage_fault("report");
  }
  const auto words = Words::of(language);
  const auto page = words ? page_for(v, *request, *wanted, *words) : std::unexpected(words.error());
  if (!page) {
    return report(page.error(), "report");
  }
  return write_page(*page, *words, *format, v.output);
}

}  // namespace

Command report_command() {
  const auto v = std::make_shared<ReportVariables>();
  v->output.offered = {OutputFormat::html,  OutputFormat::svg, OutputFormat::markdown,
                       OutputFormat::latex, OutputFormat::csv, OutputFormat::json};
  Command command{
      "report",
      "Writes a report as one page that needs nothing beside it: no network, no other file, and no script to be "
      "read. "
      "attention-evolution (the default) is the lecture; models takes any MODELs; deployment one MODEL on a "
      "device. "
      "-o svg, markdown, latex and csv are its charts and its tables alone: of one section to standard output, of "
      "all of "
      "them to a folder (-O FOLDER/).",
      "[REPORT] [MODEL...]",
      "a report's name or a path to its .yaml (attention-evolution), and the models of one that has none itself",
      1000,
      &v->words,
      {{{"--lang"}, "LANGUAGE", "en or zh (en)", &v->language, page_languages()},
       {{"--section"}, "ID,...", "only these sections", &v->sections},
       {{"--on"}, "DEVICE", "the device of its charts, where a section has no choice of its own", &v->device},
       {{"--users"}, "N", "users at the same time, of a deployment", &v->users}},
      {}};
  add(command, only(v->models.options(), {"--context", "--zoo"}));
  add(command, without(v->output.options(), {"--color"}));
  command.run = [v] { return run_report(*v); };
  return command;
}

}  // namespace kvtally::cli
