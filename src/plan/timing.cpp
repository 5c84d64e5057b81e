#include "plan/timing.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "plan/link_traffic.hpp"

namespace kvtally {

namespace {

struct ChosenLink {
  const Link* link = nullptr;
  std::string note;
};

// The link that the devices of a layout speak over. A network between domains is no faster than the link within
// one, so that the link's rate bounds it too; cards without a link of their own go through the host.
ChosenLink link_of(const Device& device, const Placement& placement) {
  if (!device.scale_up.one_way) {
    return {&device.host,
            device.host.one_way ? "devices without a link of their own: over " + device.host.name : ""};
  }
  const std::int64_t domain = device.scale_up_domain.value_or(placement.devices());
  return {&device.scale_up,
          placement.devices() > domain
              ? fmt::format("{} joins {} devices; the network between more is slower and counted at its rate",
                            device.scale_up.name, domain)
              : ""};
}

void add_link(LayoutTime& time, const Layout& layout, const Model& model, const Device& device,
              std::int64_t tokens) {
  const Placement& placement = layout.placement;
  if (placement.devices() == placement.dp && placement.ep == 1) {
    time.link = Seconds{};
    return;
  }
  const auto traffic = link_traffic(model, placement, tokens, bf16());
  if (!traffic) {
    time.notes.push_back(
        fmt::format("what the devices send each other is left out: {}", fmt::join(traffic.error(), "; ")));
    return;
  }
  time.link_bytes = traffic->total();
  const ChosenLink chosen = link_of(device, placement);
  if (!chosen.link->one_way) {
    time.notes.emplace_back("the rate of the link between devices is not published: left out");
    return;
  }
  if (!chosen.note.empty()) {
    time.notes.push_back(chosen.note);
  }
  time.link = time_to_move(time.link_bytes, *chosen.link->one_way);
  time.total += *time.link;
}

// A stage's part of what is given for the whole model.
WeightReading share_of(const WeightReading& reading, const Stage& stage, const Layout& layout) {
  if (!reading.active) {
    return reading;
  }
  Wide sum = 0;
  for (const Stage& other : layout.stages) {
    sum += other.weights.active().value;
  }
  const Wide group = Wide{layout.placement.tp} * layout.placement.cp;
  const Wide share = stage.weights.active().value;
  WeightReading out = reading;
  out.active = sum == 0 ? Bytes{} : Bytes{ceil_div(reading.active->value * share, sum * group)};
  return out;
}

}  // namespace

std::expected<LayoutTime, std::vector<std::string>> step_time(const Layout& layout, const Model& model,
                                                              const Device& device, const Demand& demand,
                                                              std::int64_t users, const TimingQuestion& question) {
  const Placement& placement = layout.placement;
  const Wide here = ceil_div(users, placement.dp) * demand.samples;
  const auto at_once = static_cast<std::int64_t>(ceil_div(here, placement.pp));
  LayoutTime out;
  for (const Stage& stage : layout.stages) {
    const auto rates = rates_of(device, stage.weights, question.achieved);
    if (!rates) {
      return std::unexpected(rates.error());
    }
    DecodeStep step;
    step.context = timed_context(demand);
    step.sequences = at_once;
    step.tokens = 1 + question.drafted;
    step.dealing = {placement.cp, stage.expert_groups};
    step.reading = share_of(question.reading, stage, layout);
    out.stages.push_back(decode_time(stage.model, stage.weights, step, *rates));
    out.total += out.stages.back().total;
    out.notes = rates->assumptions;
  }
  add_link(out, layout, model, device, at_once * (1 + question.drafted));
  return out;
}

std::expected<LayoutTime, std::vector<std::string>> first_token_time(const Layout& layout, const Model& model,
                                                                     const Device& device, const Demand& demand,
                                                                     Tokens prompt,
                                                                     const TimingQuestion& question) {
  LayoutTime out;
  Seconds slowest;
  for (const Stage& stage : layout.stages) {
    const auto rates = rates_of(device, stage.weights, question.achieved);
    if (!rates) {
      return std::unexpected(rates.error());
    }
    Prefill prefill;
    prefill.prompt = prompt;
    prefill.dealing = {layout.placement.cp, 1};
    prefill.chunk = demand.batched_tokens;
    prefill.reading = share_of(question.reading, stage, layout);
    out.stages.push_back(prefill_time(stage.model, stage.weights, prefill, *rates));
    out.total += out.stages.back().total;
    slowest = std::max(slowest, out.stages.back().total);
    out.notes = rates->assumptions;
  }
  if (prompt.value > demand.batched_tokens) {
    out.total = slowest;
  }
  add_link(out, layout, model, device, static_cast<std::int64_t>(prompt.value));
  return out;
}

}  // namespace kvtally
