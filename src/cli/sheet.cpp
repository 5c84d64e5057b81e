#include "cli/sheet.hpp"

#include <fmt/format.h>

#include "cli/adapted.hpp"
#include "cli/context.hpp"

namespace kvtally::cli {

namespace {

// Without weights: what a sheet says of devices is what they keep.
Expected<SheetDevices> sheet_devices(const Model& model, const Scenario& scenario, const Placement& placement) {
  auto stages = stages_of(model, {}, placement, scenario.context);
  if (!stages) {
    Problems problems;
    for (const std::string& sentence : stages.error()) {
      problems.push_back(refusal(model, sentence));
    }
    return std::unexpected(std::move(problems));
  }
  const DeviceBytes kept = device_bytes(*stages, placement, scenario.context, scenario.batch, scenario.drafting);
  return SheetDevices{placement, std::move(*stages), kept};
}

bool printable_devices(const SheetDevices& devices) { return narrow(devices.kept.all.value).has_value(); }

}  // namespace

Expected<Sheet> sheet_of(const Description& description, const Request& request,
                         const std::optional<Placement>& placement) {
  auto model = adapted(description, request);
  if (!model) {
    return std::unexpected(model.error());
  }
  const auto context = context_of(*model, request);
  if (!context) {
    return std::unexpected(context.error());
  }
  Sheet sheet;
  sheet.scenario = {*context, request.batch, request.drafting, bf16(), bf16()};
  if (const auto& formats = request.adaptation.entries) {
    sheet.scenario.naive_key = formats->key;
    sheet.scenario.naive_value = formats->value;
  }
  sheet.kv_dtype = request.kv_dtype;
  sheet.assumptions = context_assumptions(*model, request, *context);
  for (std::string& assumption : assumptions_of(*model, request)) {
    sheet.assumptions.push_back(std::move(assumption));
  }
  sheet.figures = figures_of(*model, sheet.scenario);
  if (placement) {
    auto devices = sheet_devices(*model, sheet.scenario, *placement);
    if (!devices) {
      return std::unexpected(devices.error());
    }
    sheet.devices = std::move(*devices);
  }
  sheet.model = std::move(*model);
  if (!printable(sheet.figures) || (sheet.devices && !printable_devices(*sheet.devices))) {
    const std::string what =
        fmt::format("a figure at context {} and batch {} passes 2^63", context->value, request.batch);
    return std::unexpected(Problems{refusal(sheet.model, what, "a shorter context or a smaller batch")});
  }
  return sheet;
}

}  // namespace kvtally::cli
