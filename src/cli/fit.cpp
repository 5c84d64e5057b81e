#include "report/fit.hpp"

#include <fmt/format.h>
#include <memory>

#include "cli/adapted.hpp"
#include "cli/attention.hpp"
#include "cli/deployment.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/values.hpp"
#include "model/limits.hpp"

namespace kvtally::cli {

namespace {

constexpr std::int64_t kMostDevices = 1 << 16;

struct Variables {
  std::vector<std::string> names;
  std::optional<std::string> devices;
  std::optional<std::string> attention;
  DeploymentOptions deployment;
  Output output;
};

struct Wanted {
  DeploymentRequest request;
  std::optional<std::int64_t> devices;
  std::optional<Attention> attention;
};

std::optional<Wanted> parse_wanted(const Variables& v) {
  ValueReader reader;
  const auto devices = reader.integer("--devices", v.devices, 1, kMostDevices);
  auto request = parse_deployment(v.deployment);
  if (request && request->placement && devices && request->placement->devices() != *devices) {
    reader.wrong("--devices",
                 fmt::format("{} are not the {} of the placement", *devices, request->placement->devices()),
                 "one of the two");
  }
  if (!request || reader.failed()) {
    return std::nullopt;
  }
  return Wanted{std::move(*request), devices, std::nullopt};
}

// What is not given is asked for: devices first, then the context, then users.
Asked asked_for(const Wanted& wanted) {
  const bool devices = wanted.devices || wanted.request.placement;
  const bool users = wanted.request.demand.users.has_value();
  const bool context = !wanted.request.demand.demand.contexts.empty();
  return !devices ? Asked::devices : users && context ? Asked::nothing : users ? Asked::context : Asked::users;
}

Tokens longest_for(const Model& model) { return Tokens{model.max_position_embeddings.value_or(limits::kTokens)}; }

Expected<FitQuestion> question_of(const Model& model, const Wanted& wanted, const Device& device,
                                  std::vector<std::string>& assumptions) {
  FitQuestion question;
  question.asked = asked_for(wanted);
  question.users = wanted.request.demand.users.value_or(1);
  question.placement = wanted.request.placement;
  question.devices = wanted.devices;
  question.longest = longest_for(model);
  if (!device.usable_memory) {
    return std::unexpected(Problems{refusal(model, fmt::format("the memory of {} is not published", device.id),
                                            fmt::format("--on {},memory=80GiB", device.id))});
  }
  question.usable = *device.usable_memory;
  question.domain = device.scale_up_domain;
  question.reserve = wanted.request.demand.reserve.of(question.usable);
  if (device.usable_assumed) {
    assumptions.push_back(fmt::format("usable memory of {}: {}", device.id, device.usable_basis));
  }
  if (question.asked == Asked::context) {
    question.demand = wanted.request.demand.demand;
    question.demand.contexts = {{question.longest, 1, 1}};
    const auto& reserve = wanted.request.demand.assumptions;
    assumptions.insert(assumptions.end(), reserve.begin(), reserve.end());
    return question;
  }
  auto demand = demand_for(model, wanted.request.demand, assumptions);
  if (!demand) {
    return std::unexpected(demand.error());
  }
  question.demand = std::move(*demand);
  return question;
}

void add_times(FitSheet& sheet, const Wanted& wanted) {
  const WeightReading reading = reading_of(wanted.request.weights, sheet.model);
  const Layout& layout = *sheet.answer.layout;
  Demand& demand = sheet.question.demand;
  demand.contexts =
      sheet.question.asked == Asked::context ? demand_of(sheet.answer.context).contexts : demand.contexts;
  const auto rates = rates_of(layout, sheet.device, wanted.request.achieved);
  if (!rates) {
    sheet.assumptions.push_back("no times: " + rates.error().front());
    return;
  }
  const auto timed = [&](const Layout& on, std::int64_t users) {
    return time_of(step_work(on, sheet.model, demand, users, reading), on.placement, sheet.device,
                   *rates_of(on, sheet.device, wanted.request.achieved));
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
      moving_of(layout, sheet.model, sheet.device, demand, prompt, sheet.question.longest, reading, *rates);
}

bool printable(const FitAnswer& answer) {
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

Expected<FitSheet> fit_of(const Description& description, const Wanted& wanted, const Device& device) {
  const Request& request = wanted.request.models;
  const auto weighed = adapted(description, request);
  if (!weighed) {
    return std::unexpected(weighed.error());
  }
  const auto weights = weights_of(*weighed, wanted.request.weights);
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
  auto question = question_of(*model, wanted, device, sheet.assumptions);
  if (!question) {
    return std::unexpected(question.error());
  }
  sheet.question = std::move(*question);
  sheet.question.weighed = &*weighed;
  sheet.answer = answer_fit(*model, *weights, sheet.question);
  if (!printable(sheet.answer)) {
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

std::string written(const FitSheet& sheet, OutputFormat format, const Output& output) {
  switch (format) {
    case OutputFormat::wide: return write_wide(table_of(sheet, output.units()), output.look());
    case OutputFormat::markdown: return write_markdown(table_of(sheet, output.units()));
    case OutputFormat::csv: return write_csv(table_of(sheet, output.units()));
    case OutputFormat::json: return json_of(sheet);
    default: return text_of(sheet, output.units(), output.look());
  }
}

Exit run(const Variables& v) {
  const auto format = v.output.format();
  auto wanted = parse_wanted(v);
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
  const auto description = find_model(*zoo, v.names.front(), wanted->request.models);
  const auto sheet =
      description ? fit_of(*description, *wanted, devices->front()) : std::unexpected(description.error());
  if (!sheet) {
    return report(sheet.error(), "fit");
  }
  const Exit written_out = v.output.write(written(*sheet, *format, v.output));
  return written_out == Exit::done && !sheet->answer.fits ? Exit::no : written_out;
}

}  // namespace

Command fit_command() {
  const auto v = std::make_shared<Variables>();
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
  command.run = [v] { return run(*v); };
  return command;
}

}  // namespace kvtally::cli
