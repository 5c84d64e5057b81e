#include "plan/prompts.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "model/limits.hpp"
#include "plan/moving.hpp"
#include "plan/placements.hpp"

namespace kvtally {

namespace {

Seconds slowest_stage(const LayoutTime& prompt) {
  Seconds slowest = mean_stage_time(prompt);
  for (const StepTime& stage : prompt.stages) {
    slowest = std::max(slowest, stage.total);
  }
  return slowest;
}

// What such a replica must hold.
Demand one_prompt(const PlanQuestion& question) {
  Demand out = question.demand;
  out.contexts = demand_of(question.prompt).contexts;
  out.prompt.reset();
  out.samples = 1;
  return out;
}

bool betters(const PromptUnit& a, const PromptUnit& b) {
  return a.placement.devices() <= b.placement.devices() && a.occupied <= b.occupied &&
         a.first_token <= b.first_token;
}

// Whichever rate of prompts: one that is bettered never needs fewer devices, nor is earlier.
void add_unit(std::vector<PromptUnit>& units, const PromptUnit& unit) {
  if (std::ranges::none_of(units, [&](const PromptUnit& other) { return betters(other, unit); })) {
    std::erase_if(units, [&](const PromptUnit& other) { return betters(unit, other); });
    units.push_back(unit);
  }
}

void lacks(PlanCandidate& nearest, const Offer& offer, const Placement& placement, const DeviceMemory& memory) {
  if (nearest.memory.total() == Bytes{} || memory.total() < nearest.memory.total()) {
    nearest.device = offer.device;
    nearest.placement = placement;
    nearest.memory = memory;
  }
}

// The placements of one replica, laid out for a prompt at a time.
class Finder {
 public:
  Finder(const PlanQuestion& question, const PlanFormats& formats, const std::vector<Offer>& offers)
      : question_(question), formats_(formats), offers_(offers), demand_(one_prompt(question)) {}

  std::vector<PromptUnits> find() {
    out_.resize(offers_.size());
    for (const std::int64_t n : device_counts(std::max<std::int64_t>(1, question_.most_devices))) {
      for (const Placement& placement : enumerate_placements(formats_.model, n).possible) {
        if (placement.dp == 1) {
          try_one(placement);
        }
      }
    }
    return std::move(out_);
  }

 private:
  void try_one(const Placement& placement) {
    const auto layout = lay_out(formats_.model, formats_.weights, placement, demand_);
    if (!layout) {
      return;
    }
    DeviceMemory memory = fullest(*layout, demand_, 1, Bytes{});
    const LayoutWork work = first_token_work(*layout, formats_.model, demand_, question_.prompt, formats_.reading);
    for (std::size_t i = 0; i < offers_.size(); ++i) {
      const Offer& offer = offers_[i];
      memory.reserve = offer.reserve;
      if (placement.tp > offer.domain) {
        continue;
      }
      if (memory.total() > offer.usable) {
        lacks(out_[i].nearest, offer, placement, memory);
      } else {
        offered(out_[i], offer, *layout, work);
      }
    }
  }

  void offered(PromptUnits& units, const Offer& offer, const Layout& layout, const LayoutWork& work) {
    const Device& device = question_.devices[offer.device];
    const LayoutTime time = time_of(work, layout.placement, device, offer.rates);
    const Seconds way = way_of_cache(layout, device, demand_, question_.prompt);
    const PromptUnit unit{layout.placement, slowest_stage(time), time.total + way};
    if (!question_.first_token || unit.first_token <= *question_.first_token) {
      add_unit(units.in_time, unit);
    } else if (!units.late || unit.first_token < units.late->first_token) {
      units.late = unit;
    }
  }

  const PlanQuestion& question_;
  const PlanFormats& formats_;
  const std::vector<Offer>& offers_;
  Demand demand_;
  std::vector<PromptUnits> out_;
};

PromptReplicas replicas_of(const PromptUnit& unit, double prompts_a_second) {
  // at most as many as there may be requests: far more than any limit
  const double busy =
      std::clamp<double>(std::ceil(prompts_a_second * unit.occupied.value), 1, double{limits::kBatch});
  return {unit.placement, static_cast<std::int64_t>(busy)};
}

}  // namespace

Seconds mean_stage_time(const LayoutTime& prompt) {
  Seconds sum = prompt.link.value_or(Seconds{});
  for (const StepTime& stage : prompt.stages) {
    sum += stage.total;
  }
  return {sum.value / static_cast<double>(prompt.stages.size())};
}

void share_prompts(PlanCandidate& candidate, const PlanQuestion& question, const LayoutTime& prompt) {
  if (const auto generated = generated_of(question.demand)) {
    const auto here = static_cast<double>(ceil_div(question.users, candidate.placement.dp));
    candidate.token += Seconds{here * mean_stage_time(prompt).value / static_cast<double>(generated->value)};
  }
}

Seconds way_of_cache(const Layout& layout, const Device& device, const Demand& demand, Tokens prompt) {
  const std::optional<ByteRate> link = device.scale_up.one_way ? device.scale_up.one_way : device.host.one_way;
  return link ? time_to_move(bytes_to_move(layout, demand, prompt), *link) : Seconds{};
}

std::vector<PromptUnits> prompt_units(const PlanQuestion& question, const PlanFormats& formats,
                                      const std::vector<Offer>& offers) {
  return Finder(question, formats, offers).find();
}

bool serve_apart(PlanCandidate& candidate, const PlanQuestion& question, const PromptUnits& units) {
  const auto generated = static_cast<double>(generated_of(question.demand).value_or(Tokens{1}).value);
  const double prompts_a_second = static_cast<double>(question.users) / (generated * candidate.step.value);
  const auto take = [&](const PromptUnit& unit) {
    candidate.prompts = replicas_of(unit, prompts_a_second);
    candidate.first_token = unit.first_token;
  };
  if (units.in_time.empty()) {
    if (units.late) {
      take(*units.late);
    }
    return units.late.has_value();
  }
  take(*std::ranges::min_element(units.in_time, {}, [&](const PromptUnit& unit) {
    return std::tuple(replicas_of(unit, prompts_a_second).devices(), unit.first_token);
  }));
  return true;
}

}  // namespace kvtally
