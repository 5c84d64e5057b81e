#include "report/plan.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include "cli/deployment.hpp"
#include "cli/format_choices.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/values.hpp"

namespace kvtally::cli {

namespace {

constexpr std::int64_t kMostDevicesTried = 4096;

struct PlanVariables {
  std::vector<std::string> names;
  std::optional<std::string> token;
  std::optional<std::string> first_token;
  std::optional<std::string> most_devices;
  bool apart = false;
  bool each_device = false;
  DeploymentOptions deployment;
  Output output;
};

struct PlanRequest {
  DeploymentRequest request;
  std::vector<FormatChoice> choices;
  std::optional<Seconds> token;
  std::optional<Seconds> first_token;
  std::int64_t most_devices = 64;
};

std::optional<Seconds> time_limit(ValueReader& reader, std::string_view option,
                                  const std::optional<std::string>& text) {
  if (!text) {
    return std::nullopt;
  }
  const auto time = parse_seconds(*text);
  if (!time) {
    reader.wrong(option, fmt::format("'{}': {}", *text, time.error()), "a time such as 50ms or 2s");
    return std::nullopt;
  }
  return *time;
}

std::optional<PlanRequest> parse_plan(const PlanVariables& v) {
  ValueReader reader;
  PlanRequest out;
  out.token = time_limit(reader, "--tpot", v.token);
  out.first_token = time_limit(reader, "--ttft", v.first_token);
  out.most_devices = reader.integer("--max-devices", v.most_devices, 1, kMostDevicesTried).value_or(64);
  const bool formats = are_formats(v.deployment);
  DeploymentOptions rest = v.deployment;
  rest.models.kv_dtype.reset();
  rest.weights.weight_dtype.reset();
  auto request = parse_deployment(rest);
  if (v.deployment.engine.engine && v.deployment.models.kv_dtype) {
    reader.wrong("--kv-dtype", "formats of an engine's cache are among its flags", "--engine-flags");
  }
  if (v.deployment.engine.engine && v.apart) {
    reader.wrong("--apart", "what an engine moves from device to device is not known", "no --engine");
  }
  if (v.apart && !v.deployment.demand.prompt) {
    reader.wrong("--apart", "there are no prompts", "--prompt and --output");
  }
  if (!v.deployment.demand.users) {
    reader.wrong("--users", "how many users there are is not given", "--users N");
  }
  if (reader.failed() || !formats || !request) {
    return std::nullopt;
  }
  out.request = std::move(*request);
  out.choices = format_choices(v.deployment);
  for (FormatChoice& choice : out.choices) {
    choice.models.by_engine = out.request.models.by_engine;
  }
  return out;
}

Expected<PlanSheet> plan_of(const Description& description, const PlanRequest& wanted, const PlanVariables& v,
                            std::vector<Device> devices) {
  PlanSheet sheet;
  auto demand = demand_for(description.model, wanted.request.demand, sheet.assumptions);
  if (!demand) {
    return std::unexpected(demand.error());
  }
  PlanQuestion& question = sheet.question;
  question.devices = std::move(devices);
  question.demand = std::move(*demand);
  for (const FormatChoice& choice : wanted.choices) {
    auto formats = formats_of(description, choice, sheet.assumptions);
    if (!formats) {
      return std::unexpected(formats.error());
    }
    formats->kv_name = choice.models.by_engine ? "the formats of its flags" : formats->kv_name;
    question.formats.push_back(std::move(*formats));
  }
  if (Problems problems =
          use_engine(wanted.request.engine, question.formats.front().model, question.demand, sheet.assumptions);
      !problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  question.users = *wanted.request.demand.users;
  question.prompt = question.demand.prompt.value_or(timed_context(question.demand));
  question.first_token = wanted.first_token;
  question.token = wanted.token;
  question.most_devices = wanted.most_devices;
  question.placement = wanted.request.placement;
  question.apart = v.apart;
  question.each_device = v.each_device;
  question.reserve = wanted.request.demand.reserve;
  question.achieved = wanted.request.achieved;
  question.units = v.output.units();
  sheet.plan = make_plan(question);
  return sheet;
}

Exit run_plan(const PlanVariables& v) {
  const auto format = v.output.format();
  const auto wanted = parse_plan(v);
  if (v.names.size() != 1) {
    complain("plan needs one MODEL");
  }
  if (!format || !wanted || v.names.size() != 1) {
    return usage_fault("plan");
  }
  auto devices = devices_of(v.deployment.on);
  if (!devices) {
    return report(devices.error(), "plan");
  }
  const auto zoo = open_zoo(v.deployment.models);
  if (!zoo) {
    return report(zoo.error(), "plan");
  }
  const auto description = find_model(*zoo, v.names.front(), wanted->request.models);
  const auto sheet =
      description ? plan_of(*description, *wanted, v, std::move(*devices)) : std::unexpected(description.error());
  if (!sheet) {
    return report(sheet.error(), "plan");
  }
  const Exit written_out = v.output.write(written_sheet(*sheet, *format, v.output));
  return written_out == Exit::done && sheet->plan.front.empty() ? Exit::no : written_out;
}

// What plan takes more of than fit does.
std::vector<Option> with_lists(std::vector<Option> options) {
  for (Option& option : options) {
    const std::string& name = option.names.front();
    if (name == "--on") {
      option.help +=
          "; several with commas, all for every one that is not named besides; price=2.5 behind one: dollars an "
          "hour";
    } else if (name == "--weight-dtype" || name == "--kv-dtype") {
      option.help += "; several with ; between them, each with a front of its own";
    }
  }
  return options;
}

}  // namespace

Command plan_command() {
  const auto v = std::make_shared<PlanVariables>();
  Command command{
      "plan",
      "Weighs every number of devices and every placement that divides a model, on one or more sorts of devices, "
      "and prints those deployments that hold the users, meet the times, and are bettered by no other; for the "
      "rest, why they do not do.",
      "MODEL",
      "a model's id or alias (kvtally models), a path to a model file, or - for standard input",
      1,
      &v->names,
      {{{"--tpot"}, "TIME", "a token of a user takes at most so long: 50ms", &v->token},
       {{"--ttft"}, "TIME", "the first token comes after so long at most: 2s", &v->first_token},
       {{"--max-devices"},
        "N",
        "devices that are tried at most, those for prompts included (64)",
        &v->most_devices},
       {{"--apart"}, "", "prompts are computed by devices of their own", &v->apart},
       {{"--each-device"}, "", "the best of each sort of devices, not of all", &v->each_device}},
      {}};
  add(command, with_lists(v->deployment.options()));
  add(command, without_name(v->output.options(), "--output"));  // a number of tokens here
  command.run = [v] { return run_plan(*v); };
  return command;
}

}  // namespace kvtally::cli
