#include "check/asked_deployment.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "check/asked_weights.hpp"
#include "model/limits.hpp"

namespace kvtally {

namespace {

bool is_whole_bytes(const Amount& amount) {
  return amount.unit == "bytes" && !amount.approximate && amount.denominator == 1 && amount.numerator >= 0;
}

// Why a question cannot be asked so; empty where it can.
std::string fault_of(const Ask& ask, Asked asked, const FitQuestion& question) {
  const auto given = [&](std::string_view key) { return ask.fields().find(key) != nullptr; };
  const bool laid = question.placement || question.devices;
  if (question.placement && question.devices && question.placement->devices() != *question.devices) {
    return fmt::format("devices are {}, those of the placement {}", *question.devices,
                       question.placement->devices());
  }
  switch (asked) {
    case Asked::devices: return laid ? "devices are given: they are what is asked for" : "";
    case Asked::users:
      return given("users") ? "users are given: they are what is asked for" : laid ? "" : "devices are missing";
    case Asked::context:
      return given("context") ? "context is given: it is what is asked for" : laid ? "" : "devices are missing";
    case Asked::nothing: return "";
  }
  return "";
}

// The device's memory, and what is left free of it; false after a problem was noted.
bool set_memory(const Ask& ask, FitQuestion& question) {
  const auto device = ask.device();
  const auto reserve = asked_reserve(ask);
  if (!device || !reserve) {
    return false;
  }
  if (!device->usable_memory) {
    ask.refuse(fmt::format("the memory of {} is not published", device->id));
    return false;
  }
  question.usable = *device->usable_memory;
  question.domain = device->scale_up_domain;
  question.reserve = reserve->of(question.usable);
  if (question.reserve >= question.usable) {
    ask.refuse(fmt::format("reserve leaves nothing of {}", device->id));
    return false;
  }
  return true;
}

}  // namespace

std::optional<std::optional<Placement>> asked_placement(const Ask& ask) {
  constexpr std::array<std::string_view, 5> kWays{"tp", "cp", "pp", "dp", "ep"};
  const Fields& fields = ask.fields();
  const std::size_t before = fields.problems().size();
  std::array<std::int64_t, kWays.size()> ways{};
  std::ranges::transform(kWays, ways.begin(),
                         [&](std::string_view way) { return fields.integer(way, 1, limits::kBatch).value_or(1); });
  if (fields.problems().size() != before) {
    return std::nullopt;
  }
  if (std::ranges::none_of(kWays, [&](std::string_view way) { return fields.find(way) != nullptr; })) {
    return std::optional<Placement>{};
  }
  const Placement out{ways[0], ways[1], ways[2], ways[3], ways[4]};
  if (const auto wrong = wrong_placement(out)) {
    return ask.refuse(*wrong);
  }
  return out;
}

std::optional<Reserve> asked_reserve(const Ask& ask) {
  if (ask.fields().find("reserve") == nullptr) {
    return Reserve{};
  }
  const auto reserve = ask.number("reserve");
  if (!reserve) {
    return std::nullopt;
  }
  if (is_whole_bytes(*reserve)) {
    return Reserve{0, Bytes{reserve->numerator}};
  }
  const Amount permille = product(*reserve, whole(1000));
  if (!permille.unit.empty() || permille.approximate || permille.denominator != 1 || permille.numerator < 0 ||
      permille.numerator >= 1000) {
    return ask.refuse(fmt::format("reserve is {}", print_amount(*reserve)),
                      "a number of bytes, or a share such as 5 % with one decimal at most");
  }
  return Reserve{static_cast<std::int64_t>(permille.numerator), std::nullopt};
}

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
  if (!is_whole_bytes(*bytes)) {
    return ask.refuse(fmt::format("weights are {}", print_amount(*bytes)), "a number of bytes, or false");
  }
  WeightLoad out;
  WeightGroup group;
  group.name = "as given";
  group.copy = Bytes{bytes->numerator};
  out.groups.push_back(std::move(group));
  return out;
}

std::optional<FitQuestion> asked_fit(const Ask& ask, const Model& model, Asked asked) {
  const Fields& fields = ask.fields();
  FitQuestion question;
  question.asked = asked;
  question.longest = Tokens{model.max_position_embeddings.value_or(limits::kTokens)};
  const auto placement = asked_placement(ask);
  const auto users = ask.batch("users");
  const auto context = asked == Asked::context ? std::optional(question.longest) : ask.context();
  const std::size_t before = fields.problems().size();
  question.devices = fields.integer("devices", 1, limits::kBatch);
  if (!placement || !users || !context || fields.problems().size() != before || !set_memory(ask, question)) {
    return std::nullopt;
  }
  question.placement = *placement;
  question.users = *users;
  question.demand = demand_of(*context);
  if (const std::string fault = fault_of(ask, asked, question); !fault.empty()) {
    return ask.refuse(fault);
  }
  return question;
}

}  // namespace kvtally
