#include "cli/fit_sheet.hpp"

#include <fmt/format.h>

#include "cli/adapted.hpp"
#include "core/print.hpp"
#include "model/limits.hpp"

namespace kvtally::cli {

namespace {

// What is not given is asked for: devices first, then the context, then users.
Asked asked_for(const FitRequest& wanted) {
  const bool devices = wanted.devices || wanted.deployment.placement;
  const bool users = wanted.deployment.demand.users.has_value();
  const bool context = !wanted.deployment.demand.demand.contexts.empty();
  return !devices ? Asked::devices : users && context ? Asked::nothing : users ? Asked::context : Asked::users;
}

Tokens longest_for(const Model& model) { return Tokens{model.max_position_embeddings.value_or(limits::kTokens)}; }

Expected<FitQuestion> fit_question_of(const Model& model, const FitRequest& wanted, const Device& device,
                                      std::vector<std::string>& assumptions) {
  FitQuestion question;
  question.asked = asked_for(wanted);
  question.users = wanted.deployment.demand.users.value_or(1);
  question.placement = wanted.deployment.placement;
  question.devices = wanted.devices;
  question.longest = longest_for(model);
  if (!device.usable_memory) {
    return std::unexpected(Problems{refusal(model, fmt::format("the memory of {} is not published", device.id),
                                            fmt::format("--on {},memory=80GiB", device.id))});
  }
  question.usable = *device.usable_memory;
  question.domain = device.scale_up_domain;
  question.reserve = wanted.deployment.demand.reserve.of(question.usable);
  if (question.reserve >= question.usable) {
    return std::unexpected(Problems{refusal(model, fmt::format("--reserve leaves nothing of {}", device.id),
                                            fmt::format("less than {} B", print_grouped(question.usable.value)))});
  }
  if (device.usable_assumed) {
    assumptions.push_back(fmt::format("usable memory of {}: {}", device.id, device.usable_basis));
  }
  if (question.asked == Asked::context) {
    question.demand = wanted.deployment.demand.demand;
    question.demand.contexts = {{question.longest, 1, 1}};
    const auto& reserve = wanted.deployment.demand.assumptions;
    assumptions.insert(assumptions.end(), reserve.begin(), reserve.end());
    return question;
  }
  auto demand = demand_for(model, wanted.deployment.demand, assumptions);
  if (!demand) {
    return std::unexpected(demand.error());
  }
  question.demand = std::move(*demand);
  return question;
}

void add_times(FitSheet& sheet, const FitRequest& wanted) {
  const WeightReading reading = reading_of(wanted.deployment.weights, sheet.model);
  const Layout& layout = *sheet.answer.layout;
  Demand& demand = sheet.question.demand;
  demand.contexts =
      sheet.question.asked == Asked::context ? demand_of(sheet.answer.context).contexts : demand.contexts;
  const auto rates = rates_of(layout, sheet.device, wanted.deployment.achieved);
  if (!rates) {
    sheet.assumptions.push_back("no times: " + rates.error().front());
    return;
  }
  const auto timed = [&](const Layout& on, std::int64_t users) {
    return time_of(step_work(on, sheet.model, demand, users, reading), on.placement, sheet.device,
                   *rates_of(on, sheet.device, wanted.deployment.achieved));
  };
  sheet.step = timed(layout, sheet.answer.users);
  const Tokens prompt = demand.prompt.value_or(timed_context(demand));
  sheet.prompt = prompt;
  sheet.first_token = time_of(first_token_work(layout, sheet.model, demand, prompt, reading), layout.placement,
                              sheet.device, *rates);
  sheet.assumptions.insert(sheet.assumptions.end(), sheet.step->notes.begin(), sheet.step->notes.end());
  for (const Alternative& a : sheet.answer.alternatives) {
    sheet.alternatives.push_back(
        {a.layout.placement, a.users, a.context,
         timed(a.layout, sheet.question.asked == Asked::users ? a.users : sheet.answer.users).total});
  }
  sheet.moving =
      moving_of(layout, sheet.model, sheet.device, {demand, prompt, sheet.question.longest, reading}, *rates);
}

// Figures are written as 64-bit numbers.
bool printable_answer(const FitAnswer& answer) {
  const Wide largest = std::max(answer.memory.total().value, answer.devices_exact.numerator.value);
  return narrow(largest) && (!answer.smaller || narrow(answer.smaller->memory.total().value));
}

// The model's memory with another attention beside its own weights.
Expected<Model> with_attention(const Description& description, const Attention& attention, const Request& request,
                               std::vector<std::string>& assumptions) {
  const auto other = given(description, attention);
  auto model = other ? adapted(*other, request) : std::unexpected(other.error());
  if (model && model->weights != description.model.weights) {
    model->weights = description.model.weights;
    assumptions.push_back(fmt::format("a counterfactual: the cache of {} beside the weights of {} as it is",
                                      name_of(attention), description.model.name));
  }
  return model;
}

}  // namespace

Expected<FitSheet> fit_of(const Description& description, const FitRequest& wanted, const Device& device) {
  const Request& request = wanted.deployment.models;
  const auto weighed = adapted(description, request);
  if (!weighed) {
    return std::unexpected(weighed.error());
  }
  const auto weights = weights_of(*weighed, wanted.deployment.weights);
  if (!weights) {
    return std::unexpected(weights.error());
  }
  FitSheet sheet;
  auto model =
      wanted.attention ? with_attention(description, *wanted.attention, request, sheet.assumptions) : weighed;
  if (!model) {
    return std::unexpected(model.error());
  }
  sheet.device = device;
  sheet.kv_dtype = request.kv_dtype;
  sheet.weights_from = weights->from;
  auto question = fit_question_of(*model, wanted, device, sheet.assumptions);
  if (!question) {
    return std::unexpected(question.error());
  }
  sheet.question = std::move(*question);
  if (Problems problems = use_engine(wanted.deployment.engine, *model, sheet.question.demand, sheet.assumptions);
      !problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  sheet.kv_dtype = sheet.question.demand.engine ? "the formats of its flags" : sheet.kv_dtype;
  sheet.question.weighed = &*weighed;
  sheet.answer = answer_fit(*model, *weights, sheet.question);
  if (!printable_answer(sheet.answer)) {
    return std::unexpected(Problems{refusal(*model, "a figure passes 2^63", "a shorter context or fewer users")});
  }
  for (const auto& more : {assumptions_of(*model, request), weights->assumptions}) {
    sheet.assumptions.insert(sheet.assumptions.end(), more.begin(), more.end());
  }
  sheet.question.weighed = nullptr;
  sheet.model = std::move(*model);
  if (sheet.answer.fits) {
    add_times(sheet, wanted);
  }
  return sheet;
}

}  // namespace kvtally::cli
