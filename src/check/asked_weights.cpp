#include "check/asked_weights.hpp"

#include <fmt/format.h>

namespace kvtally {

std::optional<std::optional<WeightScheme>> asked_scheme(const Ask& ask) {
  const auto text = ask.fields().text("weight_dtype");
  if (!text) {
    return std::optional<WeightScheme>{};
  }
  auto scheme = parse_weight_scheme(*text);
  if (!scheme) {
    ask.fields().report(ask.fields().find("weight_dtype")->place, scheme.error());
    return std::nullopt;
  }
  return std::move(*scheme);
}

std::optional<WeightLoad> asked_weights(const Ask& ask, const Model& model) {
  const auto scheme = asked_scheme(ask);
  if (!scheme) {
    return std::nullopt;
  }
  auto load = weight_load_for(model, *scheme);
  if (load) {
    return std::move(*load);
  }
  for (const std::string& error : load.error()) {
    ask.refuse(error);
  }
  return std::nullopt;
}

std::optional<WeightReading> asked_reading(const Ask& ask, const Model& model) {
  if (ask.fields().find("active") == nullptr) {
    return WeightReading{};
  }
  const auto scheme = asked_scheme(ask);
  const auto active = ask.number("active");
  if (!scheme || !active) {
    return std::nullopt;
  }
  if (active->unit != "parameters" || active->approximate || active->denominator != 1) {
    return ask.refuse(fmt::format("active is {}", print_amount(*active)), "a number of parameters");
  }
  return WeightReading{false, bytes_of_parameters(active->numerator, scheme->value_or(usual_scheme(model)))};
}

std::optional<Rates> asked_rates(const Ask& ask, const WeightLoad& weights) {
  const auto device = ask.device();
  if (!device) {
    return std::nullopt;
  }
  auto rates = rates_of(*device, weights, false);
  if (rates) {
    return std::move(*rates);
  }
  for (const std::string& error : rates.error()) {
    ask.refuse(error);
  }
  return std::nullopt;
}

}  // namespace kvtally
