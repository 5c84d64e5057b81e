#include "cli/deployment.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "cli/adapted.hpp"
#include "cli/options.hpp"
#include "core/print.hpp"
#include "core/text.hpp"
#include "hardware/catalogue.hpp"
#include "read/text/embedded.hpp"

namespace kvtally::cli {

namespace {

Problem about(const std::string& what, const std::string& expected) { return {"", {}, what, expected, "", ""}; }

// A word for each device: KEY=VALUE is of the device before. "all" stands for those that are not named besides.
std::vector<std::string> device_words(std::string_view on, const Catalogue& catalogue) {
  std::vector<std::string> named;
  for (const std::string_view word : split(on, ',')) {
    if (word.find('=') != std::string_view::npos && !named.empty()) {
      named.back() += ',' + std::string(word);
    } else {
      named.emplace_back(trim(word));
    }
  }
  std::vector<std::string> out;
  for (const std::string& word : named) {
    if (std::ranges::find(out, word) == out.end()) {
      out.push_back(word);
    }
  }
  const auto all = std::ranges::find(out, "all");
  if (all == out.end()) {
    return out;
  }
  out.erase(all);
  std::vector<std::string> ids;
  for (const std::string& word : out) {
    if (const auto device = catalogue.find(word)) {
      ids.push_back(device->id);
    }
  }
  for (const std::string& id : catalogue.ids()) {
    if (std::ranges::find(ids, id) == ids.end()) {
      out.push_back(id);
    }
  }
  return out;
}

}  // namespace

std::vector<Option> DeploymentOptions::options() {
  Command command;
  add(command, {{{"--on", "--hardware", "--device", "--gpu"},
                 "DEVICE",
                 "the hardware: an id (kvtally hardware), a path to a device's YAML, or one with other figures "
                 "(h100-sxm,bandwidth=3TB/s); tpu-v7x:chip is a whole chip",
                 &on},
                {{"--achieved"}, "", "times at the fraction of peaks that such devices reach", &achieved}});
  add(command, demand.options());
  add(command, weights.options());
  add(command, placement.options());
  add(command, engine.options());
  add(command, without(models.options(), {"--context", "--batch"}));
  return std::move(command.options);
}

std::optional<DeploymentRequest> parse_deployment(const DeploymentOptions& options) {
  auto models = parse_request(options.models);
  auto demand = parse_demand(options.demand);
  const auto weights = parse_weights(options.weights);
  const auto placement = parse_placement(options.placement);
  auto engine = parse_engine_cache(options.engine, options.models);
  if (!models || !demand || !weights || !placement || !engine) {
    return std::nullopt;
  }
  demand->demand.drafting = models->drafting;
  models->by_engine = engine->engine != nullptr;
  return DeploymentRequest{*models,
                           std::move(*demand),
                           *weights,
                           options.placement.given() ? placement : std::nullopt,
                           std::move(*engine),
                           options.achieved};
}

Expected<std::vector<Device>> devices_of(const std::optional<std::string>& on) {
  if (!on || trim(*on).empty()) {
    return std::unexpected(Problems{about("no device is given", "--on with an id that 'kvtally hardware' lists")});
  }
  const Catalogue catalogue(embedded_files());
  std::vector<Device> out;
  Problems problems;
  for (const std::string& word : device_words(*on, catalogue)) {
    if (word.starts_with("all,")) {
      problems.push_back(about(fmt::format("'{}': each of all devices has its own figures", word),
                               "figures behind the device that they are of, as in all,h100-sxm,price=2.5"));
      continue;
    }
    auto device = catalogue.find(word);
    if (device) {
      out.push_back(std::move(*device));
    } else {
      problems.insert(problems.end(), device.error().begin(), device.error().end());
    }
  }
  return problems.empty() ? Expected<std::vector<Device>>(std::move(out)) : std::unexpected(std::move(problems));
}

Expected<Demand> demand_for(const Model& model, const DemandRequest& request,
                            std::vector<std::string>& assumptions) {
  Demand demand = request.demand;
  if (demand.contexts.empty() && !model.max_position_embeddings) {
    return std::unexpected(Problems{refusal(
        model,
        model.unlimited_context ? "its context has no limit of its own" : "its maximum context is not published",
        "a context (-c 128K)")});
  }
  if (demand.contexts.empty()) {
    demand.contexts = demand_of(Tokens{*model.max_position_embeddings}).contexts;
    assumptions.push_back(fmt::format("requests of the model's own maximum of {} tokens",
                                      print_grouped(*model.max_position_embeddings)));
  } else if (model.max_position_embeddings && longest_of(demand).value > *model.max_position_embeddings) {
    assumptions.push_back(
        fmt::format("a context beyond the model's own maximum of {} tokens: what its shape would need there",
                    print_grouped(*model.max_position_embeddings)));
  }
  assumptions.insert(assumptions.end(), request.assumptions.begin(), request.assumptions.end());
  return demand;
}

}  // namespace kvtally::cli
