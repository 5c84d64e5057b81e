#include <array>
#include <fmt/format.h>
#include <memory>

#include "cli/command.hpp"
#include "cli/model_options.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "core/suggest.hpp"
#include "report/model_facts.hpp"
#include "report/model_list.hpp"

namespace kvtally::cli {

namespace {

struct ModelsVariables {
  std::vector<std::string> words;
  ModelOptions models;
  Output output;
};

std::string written_models(const std::vector<Description>& models, OutputFormat format, const Look& look) {
  return format == OutputFormat::json ? json_of(models) : written_table(list_of(models), format, look);
}

Exit write_list(const Zoo& zoo, OutputFormat format, const Output& output) {
  std::vector<Description> models;
  for (const std::string& id : zoo.ids()) {
    auto description = zoo.describe(id);
    if (!description) {
      return report(description.error(), "models");
    }
    models.push_back(std::move(*description));
  }
  return output.write(written_models(models, format, output.look()));
}

Exit write_facts(const Zoo& zoo, const std::string& name, OutputFormat format, const Output& output) {
  const auto description = find_model(zoo, name);
  if (!description) {
    return report(description.error(), "models");
  }
  return output.write(format == OutputFormat::json ? json_of(*description)
                                                   : facts_of(*description, output.look()));
}

// Whether the words are none, or "show" and a model. A model without the word before it is what people type.
bool check_models_words(const std::vector<std::string>& words, const Zoo& zoo) {
  if (words.empty() || (words.front() == "show" && words.size() == 2)) {
    return true;
  }
  if (words.front() == "show") {
    complain("models show needs an ID");
    return false;
  }
  const bool model = zoo.matches(words.front()).size() == 1;
  complain(fmt::format("models takes no word '{}'", words.front()),
           model ? "models show " + words.front()
                 : nearest(words.front(), std::array<std::string_view, 1>{"show"}).value_or(""));
  return false;
}

Exit run_models(const ModelsVariables& v) {
  const auto format = v.output.format();
  if (!format) {
    return usage_fault("models");
  }
  const auto zoo = open_zoo(v.models);
  if (!zoo) {
    return report(zoo.error(), "models");
  }
  if (!check_models_words(v.words, *zoo)) {
    return usage_fault("models");
  }
  if (v.words.empty()) {
    return write_list(*zoo, *format, v.output);
  }
  if (format != OutputFormat::table && format != OutputFormat::json) {
    complain("--output: models show writes table or json");
    return usage_fault("models");
  }
  return write_facts(*zoo, v.words.back(), *format, v.output);
}

}  // namespace

Command models_command() {
  const auto v = std::make_shared<ModelsVariables>();
  Command command{
      "models",
      "Lists the models that are known by name: those of the program and those of --zoo. With 'show ID' "
      "the facts of one model (table or json): its sources, and each value with the line it stands in.",
      "[show ID]",
      "one model: its id or alias, or a path to a model YAML",
      2,
      &v->words,
      {},
      {}};
  add(command, only(v->models.options(), {"--zoo"}));
  add(command, v->output.options());
  command.run = [v] { return run_models(*v); };
  return command;
}

}  // namespace kvtally::cli
