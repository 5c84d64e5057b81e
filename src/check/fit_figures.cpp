#include <array>
#include <fmt/format.h>

#include "check/asked_weights.hpp"
#include "plan/answer.hpp"

namespace kvtally {

namespace {

// `weights`: so many bytes, or false: the cache alone; otherwise the model's own.
std::optional<WeightLoad> weights_to_hold(const Ask& ask, const Model& model) {
  const Node* given = ask.fields().find("weights");
  if (given == nullptr) {
    return asked_weights(ask, model);
  }
  if (given->text == "false") {
    return WeightLoad{};
  }
  const auto bytes = ask.number("weights");
  if (!bytes) {
    return std::nullopt;
  }
  if (bytes->unit != "bytes" || bytes->approximate || bytes->denominator != 1) {
    return ask.refuse(fmt::format("weights are {}", print_amount(*bytes)), "a number of bytes, or false");
  }
  WeightLoad out;
  WeightGroup group;
  group.name = "as given";
  group.copy = Bytes{bytes->numerator};
  out.groups.push_back(std::move(group));
  return out;
}

// Of a fit on one device, which is what none of these figures depends on; so it need not fit.
template <auto select>
std::optional<Value> of_fit(const Ask& ask) {
  const auto model = ask.model();
  const auto context = ask.context();
  const auto device = ask.device();
  const auto users = ask.batch();
  const auto weights = model ? weights_to_hold(ask, *model) : std::nullopt;
  if (!context || !device || !users || !weights) {
    return std::nullopt;
  }
  if (!device->usable_memory) {
    return ask.refuse(fmt::format("the memory of {} is not published", device->id));
  }
  FitQuestion question;
  question.asked = Asked::nothing;
  question.demand = demand_of(*context);
  question.users = *users;
  question.placement = Placement{};
  question.longest = *context;
  question.usable = *device->usable_memory;
  return select(answer_fit(*model, *weights, question));
}

Amount devices_exact(const FitAnswer& answer) {
  const auto& [bytes, usable] = answer.devices_exact;
  Amount out = quotient(whole(bytes.value), whole(usable));
  out.unit = "devices";
  return out;
}
Amount weight_bytes(const FitAnswer& answer) { return whole(answer.weight_bytes.value, "bytes"); }
Amount cache_bytes(const FitAnswer& answer) { return whole(answer.cache_bytes_per_user.value, "bytes"); }

FigureKind fit(std::string_view name, std::optional<Value> (*compute)(const Ask&)) {
  return {name, {"model", "context", "batch", "on", "weights", "weight_dtype"}, compute};
}

}  // namespace

std::span<const FigureKind> fit_figures() {
  static const std::array kFigures{
      fit("fit.devices_exact", of_fit<devices_exact>),
      fit("fit.weight_bytes", of_fit<weight_bytes>),
      fit("fit.cache_bytes_per_user", of_fit<cache_bytes>),
  };
  return kFigures;
}

}  // namespace kvtally
