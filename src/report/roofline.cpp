#include "report/roofline.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "hardware/crossover.hpp"
#include "report/roofline_layout.hpp"

namespace kvtally {

namespace {

bool step_fits(const StepTime& step) {
  const bool parts =
      std::ranges::all_of(step.parts, [](const PartTime& p) { return narrow(p.bytes.value).has_value(); });
  return parts && narrow((step.weight_bytes + step.cache_bytes + step.written_bytes).value) &&
         narrow(step.operations.value);
}

// With what such devices reach; nothing where that is not known. Of arithmetic without a measurement the peak is
// taken, as in the times above, which needs no words.
void add_reached(Roofline& out, const WeightLoad& weights, const RooflineDevice& on) {
  const auto rates = rates_of(on.device, weights, true);
  if (on.achieved || !rates) {
    return;
  }
  if (!out.layout) {
    out.reached_decode = decode_time(out.model, weights, out.question.decode, *rates);
  }
  for (const std::string& assumption : rates->assumptions) {
    const bool said = std::ranges::find(out.rates.assumptions, assumption) != out.rates.assumptions.end();
    if (!said && !assumption.ends_with("the peak is taken")) {
      out.reached_by.push_back(assumption);
    }
  }
}

void on_one_device(Roofline& out, const WeightLoad& weights) {
  const DecodeStep& step = out.question.decode;
  out.decode = decode_time(out.model, weights, step, out.rates);
  if (const auto& prefill = out.question.prefill) {
    out.prefill = prefill_time(out.model, weights, *prefill, out.rates);
  }
  if (out.question.drafting) {
    out.drafted = drafted_time(out.model, weights, step, *out.question.drafting, out.rates);
  }
  for (const std::int64_t sequences : out.question.batches) {
    DecodeStep other = step;
    other.sequences = sequences;
    out.sweep.push_back({sequences, decode_time(out.model, weights, other, out.rates)});
  }
  if (out.decode.weight_bytes > Bytes{}) {
    out.crossover = crossover(out.model, out.decode.weight_bytes, step.sequences);
  }
  out.scattered = scattered_reads(out.model, step.context);
  out.temporary = read_through_temporary(out.model, step);
}

// A batch of experts is a mean, which is said once.
void add_assumptions(Roofline& out, const WeightLoad& weights) {
  std::vector<std::string>& all = out.assumptions;
  all.insert(all.end(), weights.assumptions.begin(), weights.assumptions.end());
  all.insert(all.end(), out.rates.assumptions.begin(), out.rates.assumptions.end());
  const bool routed =
      std::ranges::any_of(weights.groups, [](const WeightGroup& g) { return g.copies > g.active; });
  const bool several =
      out.question.decode.sequences > 1 || out.question.prefill || out.drafted || !out.sweep.empty();
  if (routed && several) {
    all.emplace_back("experts that several tokens read: the mean E(1-(1-k/E)^B) under uniform routing");
  }
}

}  // namespace

std::expected<Roofline, std::vector<std::string>> roofline_of(Model model, const WeightLoad& weights,
                                                              const RooflineDevice& on,
                                                              const RooflineQuestion& question) {
  auto rates = rates_of(on.device, weights, on.achieved);
  if (!rates) {
    return std::unexpected(rates.error());
  }
  Roofline out;
  out.model = std::move(model);
  out.question = question;
  out.device = on.device;
  out.rates = std::move(*rates);
  out.weights_from = weights.from;
  out.tells_parts = std::ranges::any_of(weights.groups, [](const WeightGroup& g) { return g.macs.value > 0; });
  if (question.placement) {
    if (const auto laid = lay_over_devices(out, weights, on); !laid) {
      return std::unexpected(laid.error());
    }
  } else {
    on_one_device(out, weights);
  }
  if (question.prefill && out.tells_parts) {
    out.pass = pass_arithmetic(out.model, weights, question.prefill->prompt);
  }
  add_reached(out, weights, on);
  if (out.decode.weight_bytes > Bytes{}) {
    out.weights_read = out.decode.weight_bytes;
  }
  add_assumptions(out, weights);
  return out;
}

bool printable(const Roofline& roofline) {
  const bool sweep = std::ranges::all_of(roofline.sweep, [](const SweepPoint& p) { return step_fits(p.step); });
  const bool temporary = !roofline.temporary || narrow(roofline.temporary->value);
  const bool drafted = !roofline.drafted || step_fits(roofline.drafted->check);
  return step_fits(roofline.decode) && (!roofline.prefill || step_fits(*roofline.prefill)) && sweep && temporary &&
         drafted;
}

std::string_view name_of(Bound bound) {
  switch (bound) {
    case Bound::memory: return "memory";
    case Bound::compute: return "compute";
    case Bound::link: return "link";
  }
  return "";
}

}  // namespace kvtally
