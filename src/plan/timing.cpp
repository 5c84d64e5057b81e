#include "plan/timing.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace kvtally {

namespace {

constexpr std::int64_t kMostChunks = 16384;
constexpr Wide kMostTokens = Wide{1} << 62;

struct ChosenLink {
  std::optional<ByteRate> rate;
  std::string note;
};

ChosenLink link_of(const Device& device, const Placement& placement) {
  if (!device.scale_up.one_way) {
    return device.host.one_way
               ? ChosenLink{device.host.one_way,
                            fmt::format("no rate of a link of their own is published: the devices speak over {}",
                                        device.host.name)}
               : ChosenLink{{}, "the rate of a link between the devices is not published: left out"};
  }
  const std::int64_t domain = device.scale_up_domain.value_or(placement.devices());
  const std::int64_t group = placement.devices() / placement.dp;
  return {device.scale_up.one_way,
          group > domain
              ? fmt::format("{} joins {} devices; the slower network between more is counted at its rate",
                            device.scale_up.name, domain)
              : ""};
}

void add_link(LayoutTime& time, const LayoutWork& work, const Placement& placement, const Device& device) {
  if (!work.sent) {
    time.notes.push_back(
        fmt::format("what the devices send each other is left out: {}", fmt::join(work.sent.error(), "; ")));
    return;
  }
  time.link_bytes = work.sent->total();
  if (time.link_bytes == Bytes{}) {
    time.link = Seconds{};
    return;
  }
  const ChosenLink chosen = link_of(device, placement);
  if (!chosen.note.empty()) {
    time.notes.push_back(chosen.note);
  }
  time.link_rate = chosen.rate;
  if (chosen.rate) {
    time.link = time_to_move(time.link_bytes, *chosen.rate);
    time.total += *time.link;
  }
}

// Side by side.
Seconds pipelined(const LayoutWork& work, const LayoutTime& time, const std::vector<Rates>& rates) {
  std::vector<Seconds> first;
  std::vector<Seconds> whole;
  std::vector<Seconds> last;
  for (std::size_t i = 0; i < time.stages.size(); ++i) {
    const bool sends = time.link_rate && i < work.sent_in.size();
    const Seconds link = sends ? time_to_move(work.sent_in[i], *time.link_rate) : Seconds{};
    first.push_back(time_of(work.first_chunk[i], rates[i]).total);
    whole.push_back(time.stages[i].total + link);
    last.push_back(time_of(work.last_chunk[i], rates[i]).total);
  }
  return slowest_of_pipeline(first, whole, last);
}

// What one device of each stage sends while so many tokens pass its layers, and on to the next stage.
std::vector<Bytes> sent_in_stages(const Layout& layout, const Model& model, std::int64_t tokens,
                                  const LinkTraffic& all) {
  std::vector<Bytes> out;
  Placement alone = layout.placement;
  alone.pp = 1;
  for (const Stage& stage : layout.stages) {
    Model part = model;  // its heads are the whole model's
    part.order = stage.model.order;
    part.weights.mlp = stage.model.weights.mlp;
    const auto sent = link_traffic(part, alone, tokens, bf16());
    const bool passes_on = !stage.predicts && layout.placement.pp > 1;
    const Bytes onward = passes_on ? Bytes{all.stages.value / (layout.placement.pp - 1)} : Bytes{};
    out.push_back((sent ? sent->total() : Bytes{}) + onward);
  }
  return out;
}

// A device's part of the weights that are said to be active in the whole model.
WeightReading share_of(const WeightReading& reading, const Stage& stage, const Layout& layout) {
  if (!reading.active) {
    return reading;
  }
  Wide sum = 0;
  for (const Stage& other : layout.stages) {
    sum += other.weights.active().value;
  }
  const Wide group = Wide{layout.placement.tp} * layout.placement.cp;
  WeightReading out = reading;
  out.active =
      sum == 0 ? Bytes{} : Bytes{ceil_div(reading.active->value * stage.weights.active().value, sum * group)};
  return out;
}

// A stage's part of a prefill, of the fullest replica.
StepWork stage_work(const Layout& layout, const Stage& stage, const Prefill& prefill) {
  Prefill part = prefill;
  part.sequences = static_cast<std::int64_t>(ceil_div(prefill.sequences, layout.placement.dp));
  part.reading = share_of(prefill.reading, stage, layout);
  // replicas without a prompt send no tokens
  part.dealing = {layout.placement.cp, std::min(stage.expert_groups, prefill.sequences)};
  return prefill_work(stage.model, stage.weights, part);
}

std::int64_t tokens_of(const Layout& layout, const Prefill& prefill) {
  const Wide tokens = prefill.prompt.value * ceil_div(prefill.sequences, layout.placement.dp);
  return static_cast<std::int64_t>(std::min<Wide>(tokens, kMostTokens));
}

LayoutWork whole_prefill(const Layout& layout, const Model& model, const Prefill& prefill) {
  LayoutWork out;
  for (const Stage& stage : layout.stages) {
    out.stages.push_back(stage_work(layout, stage, prefill));
  }
  out.sent = link_traffic(model, layout.placement, tokens_of(layout, prefill), bf16());
  return out;
}

void put_side_by_side(LayoutWork& out, const Layout& layout, const Model& model, const Prefill& prefill,
                      std::int64_t chunk) {
  out.side_by_side = true;
  if (out.sent) {
    out.sent_in = sent_in_stages(layout, model, tokens_of(layout, prefill), *out.sent);
  }
  Prefill first = prefill;
  first.chunk = 0;
  first.prompt = Tokens{chunk};
  Prefill last = first;
  last.prompt = Tokens{(prefill.prompt.value - 1) % chunk + 1};
  last.prefix = prefill.prefix + prefill.prompt - last.prompt;
  const std::size_t stages = layout.stages.size();
  for (std::size_t i = 0; i < stages; ++i) {
    const Stage& stage = layout.stages[i];
    out.first_chunk.push_back(i + 1 < stages ? stage_work(layout, stage, first) : StepWork{});
    out.last_chunk.push_back(i > 0 ? stage_work(layout, stage, last) : StepWork{});
  }
}

}  // namespace

LayoutWork step_work(const Layout& layout, const Model& model, const Demand& demand, std::int64_t users,
                     const WeightReading& reading, std::int64_t drafted) {
  const Placement& placement = layout.placement;
  const Wide here = ceil_div(users, placement.dp) * demand.samples;
  const auto at_once = static_cast<std::int64_t>(ceil_div(here, placement.pp));
  LayoutWork out;
  for (const Stage& stage : layout.stages) {
    DecodeStep step;
    step.context = timed_context(demand);
    step.sequences = at_once;
    step.tokens = 1 + drafted;
    step.reading = share_of(reading, stage, layout);
    step.dealing = {placement.cp, stage.expert_groups};
    out.stages.push_back(decode_work(stage.model, stage.weights, step));
  }
  out.sent = link_traffic(model, placement, at_once * (1 + drafted), bf16());
  return out;
}

LayoutWork prefill_work(const Layout& layout, const Model& model, const Prefill& prefill) {
  LayoutWork out = whole_prefill(layout, model, prefill);
  if (prefill.chunk > 0 && prefill.prompt.value > prefill.chunk) {
    put_side_by_side(out, layout, model, prefill, prefill.chunk);
  }
  return out;
}

LayoutWork first_token_work(const Layout& layout, const Model& model, const Demand& demand, Tokens prompt,
                            const WeightReading& reading) {
  Prefill prefill;
  prefill.prefix = std::min(demand.shared_prefix, prompt - Tokens{1});
  prefill.prompt = prompt - prefill.prefix;
  prefill.chunk = demand.batched_tokens;
  prefill.reading = reading;
  if (prefill.prompt.value / demand.batched_tokens < kMostChunks) {
    return prefill_work(layout, model, prefill);
  }
  // more chunks are counted as one, which reads the weights once: still a lower bound
  prefill.chunk = 0;
  LayoutWork out = whole_prefill(layout, model, prefill);
  put_side_by_side(out, layout, model, prefill, demand.batched_tokens);
  return out;
}

Seconds slowest_of_pipeline(const std::vector<Seconds>& first_chunk, const std::vector<Seconds>& whole,
                            const std::vector<Seconds>& last_chunk) {
  Seconds behind;
  for (const Seconds& time : last_chunk) {
    behind += time;
  }
  Seconds before;
  Seconds slowest;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    behind.value -= last_chunk[i].value;
    slowest = std::max(slowest, before + whole[i] + behind);
    before += first_chunk[i];
  }
  return slowest;
}

LayoutTime time_of(const LayoutWork& work, const Placement& placement, const Device& device,
                   const std::vector<Rates>& rates) {
  LayoutTime out;
  for (std::size_t i = 0; i < work.stages.size(); ++i) {
    out.stages.push_back(time_of(work.stages[i], rates[i]));
    out.total += out.stages.back().total;
    for (const std::string& assumption : rates[i].assumptions) {
      if (std::ranges::find(out.notes, assumption) == out.notes.end()) {
        out.notes.push_back(assumption);
      }
    }
  }
  add_link(out, work, placement, device);
  if (work.side_by_side) {
    out.total = pipelined(work, out, rates);
  }
  return out;
}

std::expected<std::vector<Rates>, std::vector<std::string>> rates_of(const Layout& layout, const Device& device,
                                                                     bool achieved) {
  std::vector<Rates> out;
  for (const Stage& stage : layout.stages) {
    auto rates = rates_of(device, stage.weights, achieved);
    if (!rates) {
      return std::unexpected(std::move(rates.error()));
    }
    out.push_back(std::move(*rates));
  }
  return out;
}

}  // namespace kvtally
