#include <memory>

#include "cli/command.hpp"
#include "cli/model_options.hpp"
#include "cli/output.hpp"
#include "report/model_list.hpp"

namespace kvtally::cli {

namespace {

struct Variables {
  ModelOptions models;
  Output output;
};

std::string written(const std::vector<Description>& models, OutputFormat format, const Look& look) {
  switch (format) {
    case OutputFormat::table: return write_text(list_of(models), look);
    case OutputFormat::wide: return write_wide(list_of(models), look);
    case OutputFormat::markdown: return write_markdown(list_of(models));
    case OutputFormat::csv: return write_csv(list_of(models));
    case OutputFormat::json: return json_of(models);
  }
  return {};
}

Exit run(const Variables& v) {
  const auto format = v.output.format();
  if (!format) {
    return usage_fault("models");
  }
  const auto zoo = open_zoo(v.models);
  if (!zoo) {
    return report(zoo.error(), "models");
  }
  std::vector<Description> models;
  for (const std::string& id : zoo->ids()) {
    auto description = zoo->describe(id);
    if (!description) {
      return report(description.error(), "models");
    }
    models.push_back(std::move(*description));
  }
  return v.output.write(written(models, *format, v.output.look()));
}

}  // namespace

Command models_command() {
  const auto v = std::make_shared<Variables>();
  Command command{"models", "Lists the models that are known by name: those of the program and those of --zoo.",
                  "",       "",
                  0,        nullptr,
                  {},       {}};
  for (const Option& option : v->models.options()) {
    if (option.names.front() == "--zoo") {
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
