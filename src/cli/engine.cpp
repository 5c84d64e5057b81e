
#include "report/engine.hpp"

#include <fmt/format.h>
#include <memory>

#include "cli/engine_model.hpp"
#include "cli/engine_options.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/values.hpp"
#include "engine/our_flags.hpp"
#include "model/limits.hpp"

namespace kvtally::cli {

namespace {

struct OneEngineVariables {
  explicit OneEngineVariables(std::span<const EngineFlag> flags) : engine(flags) {}

  std::vector<std::string> names;
  EngineOptions engine;
  EngineModelOptions model;
  Output output;
};

Exit run_one_engine(const OneEngineVariables& v, const Engine& engine, const std::string& command) {
  const auto format = v.output.format();
  if (!format || !needs_one_model(v.names, command)) {
    return usage_fault(command);
  }
  auto model = engine_model(v.names.front(), v.model);
  if (!model) {
    return report(model.error(), command);
  }
  auto allocation = allocated(engine, *model, v.engine.given());
  if (!allocation) {
    return report(allocation.error(), command);
  }
  const EngineSheet sheet{std::string(engine.title), std::move(*model), std::move(*allocation)};
  const Exit wrote = v.output.write(written_sheet(sheet, *format, v.output));
  return wrote == Exit::done && !sheet.allocation.refusal.empty() ? Exit::no : wrote;
}

Command one_engine(const Engine& engine) {
  const auto v = std::make_shared<OneEngineVariables>(engine.flags);
  Command command{
      fmt::format("engine {}", engine.name),
      fmt::format("Prints what {} allocates for a model's memory, why that is not what the model needs, "
                  "and what it logs. When {} would not start its words are printed; the exit code is 1.",
                  engine.title, engine.title),
      "MODEL",
      "a model's id or alias (kvtally models), a path to a model file, or - for standard input",
      1,
      &v->names,
      v->engine.options(),
      {}};
  add(command, beside(engine.flags, v->model.options()));
  add(command, beside(engine.flags, v->output.options()));
  command.run = [v, &engine, name = command.name] { return run_one_engine(*v, engine, name); };
  return command;
}

struct AllEnginesVariables {
  std::vector<std::string> names;
  std::optional<std::string> context;
  std::optional<std::string> batch;
  std::optional<std::string> tp;
  EngineModelOptions model;
  Output output;

  FlagTexts given() const {
    FlagTexts out;
    for (const auto& [name, value] :
         {std::pair("--context", &context), std::pair("--batch", &batch), std::pair("--tp", &tp)}) {
      if (*value) {
        out.emplace(name, **value);
      }
    }
    return out;
  }
};

std::string asked_words(const AllEnginesVariables& v) {
  std::string out;
  for (const auto& [name, value] : v.given()) {
    out += out.empty() ? "" : ", ";
    out.append(name).append(" ").append(value);
  }
  return out;
}

EngineRow engine_row(const Engine& engine, const Model& model, const FlagTexts& ours) {
  EngineRow row{std::string(engine.name), std::string(engine.title), std::nullopt, ""};
  const auto flags = named_by_engine(engine, ours);
  auto allocation = flags ? allocated(engine, model, *flags) : std::unexpected(flags.error());
  if (allocation) {
    row.allocation = std::move(*allocation);
    return row;
  }
  for (const Problem& problem : allocation.error()) {
    row.why_not += (row.why_not.empty() ? "" : "; ") + problem.what;
    row.why_not += problem.expected.empty() ? "" : "; expected " + problem.expected;
  }
  return row;
}

bool parse_asked(const AllEnginesVariables& v) {
  ValueReader reader;
  reader.tokens("--context", v.context);
  reader.integer("--batch", v.batch, 1, limits::kBatch);
  reader.integer("--tp", v.tp, 1, limits::kBatch);
  return !reader.failed();
}

Exit run_all_engines(const AllEnginesVariables& v) {
  const auto format = v.output.format();
  const bool asked = parse_asked(v);
  if (!needs_one_model(v.names, "engine all") || !format || !asked) {
    return usage_fault("engine all");
  }
  auto model = engine_model(v.names.front(), v.model);
  if (!model) {
    return report(model.error(), "engine all");
  }
  EngineComparison all{std::move(*model), asked_words(v), {}};
  for (const Engine& engine : engines()) {
    all.rows.push_back(engine_row(engine, all.model, v.given()));
  }
  return v.output.write(written_sheet(all, *format, v.output));
}

Command all_engines() {
  const auto v = std::make_shared<AllEnginesVariables>();
  Command command{
      "engine all",
      "Sets what the engines allocate for one model side by side, each by its own defaults, and below "
      "how each comes from what the model needs. An engine that cannot hold the model says why.",
      "MODEL",
      "a model's id or alias (kvtally models), a path to a model file, or - for standard input",
      1,
      &v->names,
      {{{"-c", "--context"}, "TOKENS", "tokens of each request (each engine's own default)", &v->context},
       {{"-b", "--batch"}, "N", "requests at once (each engine's own default)", &v->batch},
       {{"--tp"}, "N", "devices of tensor parallelism (1)", &v->tp}},
      {}};
  add(command, v->model.options());
  add(command, v->output.options());
  command.run = [v] { return run_all_engines(*v); };
  return command;
}

}  // namespace

Command engine_command() {
  Command command{"engine",
                  "What an engine allocates for a model's memory under its own flags, to the byte: what it holds, "
                  "what the model needs, what lies between them cause by cause, and the lines that it logs. Each "
                  "engine has options by its own names: 'kvtally engine NAME --help' lists them.",
                  "ENGINE MODEL",
                  "one of the engines below, and the model",
                  0,
                  nullptr,
                  {},
                  {}};
  for (const Engine& engine : engines()) {
    command.branches.push_back({std::string(engine.name),
                                fmt::format("{}, by the rules of {}", engine.title, usual_version(engine)),
                                [&engine] { return one_engine(engine); }});
  }
  command.branches.push_back({"all", "all of them, side by side", all_engines});
  command.run = [] {
    complain(fmt::format("engine needs an ENGINE: {} or all", fmt::join(engine_names(), ", ")));
    return usage_fault("engine");
  };
  return command;
}

}  // namespace kvtally::cli
