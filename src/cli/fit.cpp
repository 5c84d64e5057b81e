#include "report/fit.hpp"

#include <fmt/format.h>
#include <memory>

#include "cli/fit_sheet.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/values.hpp"

namespace kvtally::cli {

namespace {

constexpr std::int64_t kMostDevicesGiven = 1 << 16;

struct FitVariables {
  std::vector<std::string> names;
  std::optional<std::string> devices;
  std::optional<std::string> attention;
  DeploymentOptions deployment;
  Output output;
};

std::optional<FitRequest> parse_fit(const FitVariables& v) {
  ValueReader reader;
  const auto devices = reader.integer("--devices", v.devices, 1, kMostDevicesGiven);
  auto request = parse_deployment(v.deployment);
  if (request && request->placement && devices && request->placement->devices() != *devices) {
    reader.wrong("--devices",
                 fmt::format("{} are not the {} of the placement", *devices, request->placement->devices()),
                 "one of the two");
  }
  if (!request || reader.failed()) {
    return std::nullopt;
  }
  return FitRequest{std::move(*request), devices, std::nullopt};
}

Exit run_fit(const FitVariables& v) {
  const auto format = v.output.format();
  auto wanted = parse_fit(v);
  if (v.names.size() != 1) {
    complain("fit needs one MODEL");
  }
  if (!format || !wanted || v.names.size() != 1) {
    return usage_fault("fit");
  }
  const auto devices = devices_of(v.deployment.on);
  if (!devices) {
    return report(devices.error(), "fit");
  }
  if (devices->size() > 1) {
    complain("fit is of one device; 'kvtally plan' compares several");
    return usage_fault("fit");
  }
  const auto attentions = parse_attentions(v.attention);
  if (!attentions) {
    return report(attentions.error(), "fit");
  }
  if (attentions->size() > 1) {
    complain("fit is of one attention; 'kvtally compare' shows several");
    return usage_fault("fit");
  }
  if (v.attention) {
    wanted->attention = attentions->front();
  }
  const auto zoo = open_zoo(v.deployment.models);
  if (!zoo) {
    return report(zoo.error(), "fit");
  }
  const auto description = find_model(*zoo, v.names.front(), wanted->deployment.models);
  const auto sheet =
      description ? fit_of(*description, *wanted, devices->front()) : std::unexpected(description.error());
  if (!sheet) {
    return report(sheet.error(), "fit");
  }
  const Exit written_out = v.output.write(written_sheet(*sheet, *format, v.output));
  return written_out == Exit::done && !sheet->answer.fits ? Exit::no : written_out;
}

}  // namespace

Command fit_command() {
  const auto v = std::make_shared<FitVariables>();
  Command command{
      "fit",
      "Says what a deployment holds: how many devices a model takes for so many users of a context, or with "
      "--devices (or a placement) how many users, or with users as well the longest context. What is not given "
      "is solved for exactly; with all three given the exit code says whether it fits.",
      "MODEL",
      "a model's id or alias (kvtally models), a path to a model file, or - for standard input",
      1,
      &v->names,
      {{{"-n", "--devices"}, "N", "the number of devices, in any placement", &v->devices},
       {{"--as"},
        "ATTENTION",
        "the cache of another attention (mha, gqa-8, mqa ...) beside the weights of the model as it is",
        &v->attention}},
      {}};
  add(command, v->deployment.options());
  add(command, without_name(v->output.options(), "--output"));  // a number of tokens here
  command.run = [v] { return run_fit(*v); };
  return command;
}

}  // namespace kvtally::cli
