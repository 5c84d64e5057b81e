#include "report/roofline_layout.hpp"

#include <algorithm>
#include <tuple>

namespace kvtally {

namespace {

using Sentences = std::vector<std::string>;

// Parts of one name and kind are one.
void merge_part(StepTime& sum, const PartTime& part) {
  const auto same = std::ranges::find_if(
      sum.parts, [&](const PartTime& p) { return p.name == part.name && p.kind == part.kind; });
  if (same == sum.parts.end()) {
    sum.parts.push_back(part);
    return;
  }
  same->bytes += part.bytes;
  same->written += part.written;
  same->operations += part.operations;
  same->moving += part.moving;
  same->computing += part.computing;
  same->seconds += part.seconds;
  same->bound = same->computing > same->moving ? Bound::compute : Bound::memory;
}

// The stages' parts keep the order of a step: weights before caches, what is written last.
void sort_parts(StepTime& sum) {
  std::ranges::stable_sort(sum.parts, {}, [](const PartTime& part) {
    const int place = part.name == "head" ? 1 : 0;
    return part.weights ? place : part.name == "written" ? 3 : 2;
  });
}

bool same_step(const StepTime& a, const StepTime& b) {
  return std::ranges::equal(a.parts, b.parts, [](const PartTime& x, const PartTime& y) {
    return std::tie(x.name, x.kind, x.bytes, x.written, x.operations, x.seconds.value) ==
           std::tie(y.name, y.kind, y.bytes, y.written, y.operations, y.seconds.value);
  });
}

bool same_stage(const StageGroup& a, const StageGroup& b) {
  return a.layers == b.layers && same_step(a.decode, b.decode) && a.prefill.has_value() == b.prefill.has_value() &&
         (!a.prefill || same_step(*a.prefill, *b.prefill));
}

// All that is worked out of one layout at one set of rates.
class Laid {
 public:
  Laid(const Roofline& roofline, const Layout& layout, const std::vector<Rates>& rates)
      : r_(roofline), layout_(layout), rates_(rates), demand_(demand_of(roofline.question.decode.context)) {}

  LayoutTime decode(std::int64_t users, LinkTraffic& sent, std::int64_t drafted = 0) const {
    return timed(step_work(layout_, r_.model, demand_, users, r_.question.decode.reading, drafted), sent);
  }

  LayoutTime prefill(LinkTraffic& sent, bool& side_by_side) const {
    const LayoutWork work = prefill_work(layout_, r_.model, *r_.question.prefill);
    side_by_side = work.side_by_side && work.stages.size() > 1;
    return timed(work, sent);
  }

  // Drafting runs on the last stage, which has the draft layers and the head.
  DraftedStep drafted(const Drafting& drafting, std::int64_t at_once) const {
    const Stage& last = layout_.stages.back();
    DecodeStep step = r_.question.decode;
    step.sequences = at_once;
    step.dealing = {layout_.placement.cp, last.expert_groups};
    DraftedStep out = drafted_time(last.model, last.weights, step, drafting, rates_.back());
    LinkTraffic sent;
    const LayoutTime check = decode(r_.question.decode.sequences, sent, drafting.drafted);
    out.seconds = {check.total.value + out.seconds.value - out.check.total.value};
    out.check = merged(check, sent);
    out.per_token = {out.seconds.value / out.tokens};
    return out;
  }

 private:
  LayoutTime timed(const LayoutWork& work, LinkTraffic& sent) const {
    sent = work.sent.value_or(LinkTraffic{});
    return time_of(work, layout_.placement, r_.device, rates_);
  }

  const Roofline& r_;
  const Layout& layout_;
  const std::vector<Rates>& rates_;
  Demand demand_;
};

void add_new_notes(Sentences& all, const Sentences& notes) {
  for (const std::string& note : notes) {
    if (std::ranges::find(all, note) == all.end()) {
      all.push_back(note);
    }
  }
}

void add_steps(Roofline& out, RooflineLayout& laid, const Laid& times) {
  laid.decode = times.decode(out.question.decode.sequences, laid.sent);
  out.decode = merged(laid.decode, laid.sent);
  add_new_notes(out.rates.assumptions, laid.decode.notes);
  if (out.question.prefill) {
    laid.prefill = times.prefill(laid.prefill_sent, laid.side_by_side);
    out.prefill = merged(*laid.prefill, laid.prefill_sent);
    if (laid.side_by_side) {
      out.prefill->overlapped =
          std::ranges::max_element(laid.prefill->stages, {}, &StepTime::overlapped)->overlapped;
    }
  }
  for (const std::int64_t sequences : out.question.batches) {
    LinkTraffic sent;
    const LayoutTime step = times.decode(sequences, sent);
    out.sweep.push_back({sequences, merged(step, sent)});
  }
  if (out.question.drafting) {
    out.drafted = times.drafted(*out.question.drafting, laid.at_once);
  }
}

}  // namespace

std::vector<StageGroup> stage_groups(const Layout& layout, const LayoutTime& decode,
                                     const std::optional<LayoutTime>& prefill) {
  std::vector<StageGroup> out;
  for (std::size_t i = 0; i < layout.stages.size(); ++i) {
    const auto number = static_cast<std::int64_t>(i) + 1;
    StageGroup stage{number, number, layout.stages[i].layers, decode.stages[i], {}};
    if (prefill) {
      stage.prefill = prefill->stages[i];
    }
    if (!out.empty() && same_stage(out.back(), stage)) {
      out.back().last = number;
    } else {
      out.push_back(std::move(stage));
    }
  }
  return out;
}

std::vector<Sent> sent_by(const LinkTraffic& traffic) {
  std::vector<Sent> out{{"all-reduce", traffic.all_reduce},
                        {"all-to-all", traffic.all_to_all},
                        {"stages", traffic.stages},
                        {"context", traffic.context}};
  std::erase_if(out, [](const Sent& sent) { return sent.bytes == Bytes{}; });
  return out;
}

StepTime merged(const LayoutTime& time, const LinkTraffic& sent) {
  StepTime out;
  Seconds moving;
  Seconds computing;
  for (const StepTime& stage : time.stages) {
    for (const PartTime& part : stage.parts) {
      merge_part(out, part);
      moving += part.moving;
      computing += part.computing;
    }
    out.weight_bytes += stage.weight_bytes;
    out.cache_bytes += stage.cache_bytes;
    out.written_bytes += stage.written_bytes;
    out.operations += stage.operations;
    out.weight_seconds += stage.weight_seconds;
    out.cache_seconds += stage.cache_seconds;
    out.overlapped += stage.overlapped;
  }
  sort_parts(out);
  for (const Sent& way : sent_by(sent)) {
    const Seconds seconds = time.link_rate ? time_to_move(way.bytes, *time.link_rate) : Seconds{};
    out.parts.push_back({way.name, "link", false, way.bytes, {}, {}, seconds, {}, seconds, Bound::link});
  }
  const Seconds link = time.link.value_or(Seconds{});
  out.total = time.total;
  out.bound = computing > moving ? Bound::compute : Bound::memory;
  out.bound = link > std::max(moving, computing) ? Bound::link : out.bound;
  out.overlapped = std::min(std::max(out.overlapped, link), out.total);
  return out;
}

std::expected<void, Sentences> lay_over_devices(Roofline& out, const WeightLoad& weights,
                                                const RooflineDevice& on) {
  const Placement& placement = *out.question.placement;
  const DecodeStep& step = out.question.decode;
  const auto layout = lay_out(out.model, weights, placement, demand_of(step.context));
  if (!layout) {
    return std::unexpected(layout.error());
  }
  const auto rates = rates_of(*layout, on.device, on.achieved);
  if (!rates) {
    return std::unexpected(rates.error());
  }
  RooflineLayout laid;
  laid.placement = placement;
  laid.at_once = static_cast<std::int64_t>(ceil_div(ceil_div(step.sequences, placement.dp), placement.pp));
  add_steps(out, laid, Laid(out, *layout, *rates));
  laid.stages = stage_groups(*layout, laid.decode, laid.prefill);
  const auto reached = on.achieved ? std::unexpected(Sentences{}) : rates_of(*layout, on.device, true);
  if (reached) {
    LinkTraffic sent;
    const LayoutTime time = Laid(out, *layout, *reached).decode(step.sequences, sent);
    out.reached_decode = merged(time, sent);
  }
  if (placement.pp == 1 && placement.cp == 1) {
    out.scattered = scattered_reads(layout->stages.front().model, step.context);
  }
  out.layout = std::move(laid);
  return {};
}

}  // namespace kvtally
