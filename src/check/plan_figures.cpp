#include <array>
#include <fmt/format.h>

#include "check/asked_deployment.hpp"
#include "check/asked_weights.hpp"
#include "plan/search.hpp"

namespace kvtally {

namespace {

// A time that must be met; outer nothing after a problem was noted.
std::optional<std::optional<Seconds>> limit(const Ask& ask, std::string_view key) {
  if (ask.fields().find(key) == nullptr) {
    return std::optional<Seconds>{};
  }
  const auto amount = ask.number(key);
  if (!amount) {
    return std::nullopt;
  }
  if (amount->unit != "seconds" || amount->value() <= 0) {
    return ask.refuse(fmt::format("{} is {}", key, print_amount(*amount)), "a time such as 50 ms");
  }
  return Seconds{amount->value()};
}

// The question of `kvtally plan` for one sort of devices in one choice of formats.
std::optional<PlanQuestion> question_asked(const Ask& ask) {
  auto model = ask.model();
  const auto context = ask.context();
  const auto users = ask.batch("users");
  auto device = ask.device();
  const auto placement = asked_placement(ask);
  const auto reserve = asked_reserve(ask);
  const auto token = limit(ask, "tpot");
  const auto first_token = limit(ask, "ttft");
  auto weights = model ? asked_weights(ask, *model) : std::nullopt;
  const auto reading = model ? asked_reading(ask, *model) : std::nullopt;
  const std::size_t before = ask.fields().problems().size();
  const auto most = ask.fields().integer("max_devices", 1, 4096);
  if (!context || !users || !device || !placement || !reserve || !token || !first_token || !weights || !reading ||
      ask.fields().problems().size() != before) {
    return std::nullopt;
  }
  PlanQuestion out;
  out.devices.push_back(std::move(*device));
  out.formats.push_back({"", "", std::move(*model), std::move(*weights), *reading});
  out.demand = demand_of(*context);
  out.users = *users;
  out.prompt = timed_context(out.demand);
  out.first_token = *first_token;
  out.token = *token;
  out.most_devices = most.value_or(out.most_devices);
  out.placement = *placement;
  out.reserve = *reserve;
  return out;
}

// Of the deployment with the fewest devices; without any, the refusal says why the candidates do not do.
template <Value (*select)(const PlanCandidate&)>
std::optional<Value> of_smallest(const Ask& ask) {
  const auto question = question_asked(ask);
  if (!question) {
    return std::nullopt;
  }
  const Plan plan = make_plan(*question);
  if (!plan.front.empty()) {
    return select(plan.front.front());
  }
  std::vector<std::string> why;
  for (const PlanRejection& rejection : plan.rejected) {
    why.push_back(rejection.why);
  }
  return ask.refuse(fmt::format("no deployment does: {}", fmt::join(why, "; ")));
}

template <std::int64_t Plan::* number>
std::optional<Value> counted(const Ask& ask) {
  const auto question = question_asked(ask);
  return question ? std::optional<Value>(whole(make_plan(*question).*number)) : std::nullopt;
}

Value plan_devices(const PlanCandidate& c) { return whole(c.devices(), "devices"); }
Value plan_placement(const PlanCandidate& c) { return print_placement(c.placement); }
Value plan_most_users(const PlanCandidate& c) { return whole(c.most_users, "users"); }
Value plan_device_bytes(const PlanCandidate& c) { return whole(c.memory.total().value, "bytes"); }

template <Seconds PlanCandidate::* seconds>
Value plan_seconds(const PlanCandidate& c) {
  return approximately((c.*seconds).value, "seconds");
}

FigureKind plan(std::string_view name, std::optional<Value> (*compute)(const Ask&)) {
  return {name,
          {"model", "context", "users", "on", "weight_dtype", "active", "reserve", "tpot", "ttft", "max_devices",
           "tp", "pp", "dp", "ep", "cp"},
          compute};
}

}  // namespace

std::span<const FigureKind> plan_figures() {
  static const std::array kFigures{
      plan("plan.devices", of_smallest<plan_devices>),
      plan("plan.placement", of_smallest<plan_placement>),
      plan("plan.most_users", of_smallest<plan_most_users>),
      plan("plan.device_bytes", of_smallest<plan_device_bytes>),
      plan("plan.step_seconds", of_smallest<plan_seconds<&PlanCandidate::step>>),
      plan("plan.token_seconds", of_smallest<plan_seconds<&PlanCandidate::token>>),
      plan("plan.first_token_seconds", of_smallest<plan_seconds<&PlanCandidate::first_token>>),
      plan("plan.considered", counted<&Plan::considered>),
      plan("plan.meeting", counted<&Plan::meeting>),
  };
  return kFigures;
}

}  // namespace kvtally
