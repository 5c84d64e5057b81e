#include <array>
#include <fmt/format.h>

#include "check/asked_deployment.hpp"
#include "report/fit.hpp"

namespace kvtally {

namespace {

// ---- what is asked

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

// As `kvtally fit` answers it.
std::optional<FitSheet> answered(const Ask& ask, Asked asked) {
  auto model = ask.model();
  const auto weights = model ? weights_to_hold(ask, *model) : std::nullopt;
  auto question = model ? asked_fit(ask, *model, asked) : std::nullopt;
  if (!weights || !question) {
    return std::nullopt;
  }
  FitSheet out;
  out.answer = answer_fit(*model, *weights, *question);
  out.question = std::move(*question);
  out.model = std::move(*model);
  return out;
}

// An answer that is no number, for want of memory or a placement, is a refusal that says so.
template <Asked asked, Amount (*select)(const FitAnswer&)>
std::optional<Value> solved(const Ask& ask) {
  const auto sheet = answered(ask, asked);
  if (!sheet) {
    return std::nullopt;
  }
  return sheet->answer.fits ? std::optional<Value>(select(sheet->answer))
                            : ask.refuse("it does not fit: " + binding_of(*sheet, Units::binary));
}

// What is not given is asked for: devices first, then users, then the context.
std::optional<Value> fit_binding(const Ask& ask) {
  const auto given = [&](std::string_view key) { return ask.fields().find(key) != nullptr; };
  const auto placement = asked_placement(ask);
  if (!placement) {
    return std::nullopt;
  }
  const bool laid = *placement || given("devices");
  const auto sheet = answered(ask, !laid               ? Asked::devices
                                   : !given("users")   ? Asked::users
                                   : !given("context") ? Asked::context
                                                       : Asked::nothing);
  return sheet ? std::optional<Value>(binding_of(*sheet, Units::binary)) : std::nullopt;
}

// ---- figures

Amount fit_devices_exact(const FitAnswer& answer) {
  const auto& [bytes, usable] = answer.devices_exact;
  Amount out = quotient(whole(bytes.value), whole(usable));
  out.unit = "devices";
  return out;
}
Amount fit_weight_bytes(const FitAnswer& answer) { return whole(answer.weight_bytes.value, "bytes"); }
Amount fit_cache_bytes_per_user(const FitAnswer& answer) {
  return whole(answer.cache_bytes_per_user.value, "bytes");
}
Amount fit_devices(const FitAnswer& answer) { return whole(answer.layout->placement.devices(), "devices"); }
Amount fit_users(const FitAnswer& answer) { return whole(answer.users, "users"); }
Amount fit_context_tokens(const FitAnswer& answer) { return whole(answer.context.value, "tokens"); }

FigureKind part(std::string_view name, std::optional<Value> (*compute)(const Ask&)) {
  return {name, {"model", "context", "batch", "on", "weights", "weight_dtype"}, compute};
}

FigureKind answer(std::string_view name, std::vector<std::string_view> given,
                  std::optional<Value> (*compute)(const Ask&)) {
  given.insert(given.end(),
               {"model", "on", "weights", "weight_dtype", "reserve", "devices", "tp", "pp", "dp", "ep", "cp"});
  return {name, std::move(given), compute};
}

}  // namespace

std::span<const FigureKind> fit_figures() {
  static const std::array kFigures{
      part("fit.devices_exact", of_fit<fit_devices_exact>),
      part("fit.weight_bytes", of_fit<fit_weight_bytes>),
      part("fit.cache_bytes_per_user", of_fit<fit_cache_bytes_per_user>),
      answer("fit.devices", {"context", "users"}, solved<Asked::devices, fit_devices>),
      answer("fit.users", {"context"}, solved<Asked::users, fit_users>),
      answer("fit.context_tokens", {"users"}, solved<Asked::context, fit_context_tokens>),
      answer("fit.binding", {"context", "users"}, fit_binding),
  };
  return kFigures;
}

}  // namespace kvtally
