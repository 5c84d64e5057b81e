#include "plan/prompts.hpp"

#include <algorithm>
#include <cmath>

#include "model/limits.hpp"

namespace kvtally {

namespace {

// No replica begins prompts faster than its slowest stage can.
Seconds slowest_stage(const LayoutTime& prompt) {
  Seconds slowest = mean_stage_time(prompt);
  for (const StepTime& stage : prompt.stages) {
    slowest = std::max(slowest, stage.total);
  }
  return slowest;
}

Seconds way_of_cache(const Layout& layout, const Device& device, Tokens prompt) {
  const std::optional<ByteRate> link = device.scale_up.one_way ? device.scale_up.one_way : device.host.one_way;
  Bytes moved;
  for (const std::vector<Term>& terms : layout.terms) {
    moved = std::max(moved, tally(terms, prompt).total());
  }
  return link ? time_to_move(moved, *link) : Seconds{};
}

}  // namespace

Seconds mean_stage_time(const LayoutTime& prompt) {
  Seconds sum = prompt.link.value_or(Seconds{});
  for (const StepTime& stage : prompt.stages) {
    sum += stage.total;
  }
  return {sum.value / static_cast<double>(prompt.stages.size())};
}

void serve_prompts(PlanCandidate& candidate, const PlanQuestion& question, const Layout& layout,
                   const LayoutTime& prompt) {
  const auto generated_tokens = generated_of(question.demand);
  if (!generated_tokens) {
    return;
  }
  const auto generated = static_cast<double>(generated_tokens->value);
  const Placement& placement = candidate.placement;
  if (!question.apart) {
    const auto here = static_cast<double>(ceil_div(question.users, placement.dp));
    candidate.token += Seconds{here * mean_stage_time(prompt).value / generated};
    return;
  }
  const double prompts_a_second = static_cast<double>(question.users) / (generated * candidate.step.value);
  // as many as there may be devices: far more than any limit
  const auto busy = static_cast<std::int64_t>(
      std::min<double>(limits::kBatch, std::ceil(prompts_a_second * slowest_stage(prompt).value)));
  // Groups that share experts are one unit: a single one of them does not hold the model
  const std::int64_t groups = layout.stages.front().expert_groups;
  const auto units = static_cast<std::int64_t>(ceil_div(busy, groups));
  candidate.prefill_devices = units * groups * (placement.devices() / placement.dp);
  candidate.first_token += way_of_cache(layout, question.devices[candidate.device], question.prompt);
}

}  // namespace kvtally
