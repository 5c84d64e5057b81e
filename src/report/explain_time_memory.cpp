#include <algorithm>
#include <fmt/format.h>

#include "report/explain_time.hpp"

namespace kvtally {

namespace {

constexpr Wide kBf16 = 2;
constexpr Wide kLogit = 4;

// As activation_bytes counts them.
Formula activations_of(const Layout& layout, std::size_t i, const Demand& demand, std::int64_t sequences) {
  const LivePair& widest = layout.widest[i];
  const Stage& stage = layout.stages[i];
  const std::int64_t tokens = std::max(demand.batched_tokens, sequences);
  const Formula pair = (number(widest.before) + number(widest.after)) * number(tokens) * number(kBf16);
  return stage.predicts && stage.model.vocab_size
             ? pair + number(sequences) * number(*stage.model.vocab_size) * number(kLogit)
             : pair;
}

Formula reserve_formula(const Reserve& reserve, Bytes usable) {
  const Bytes bytes = reserve.of(usable);
  const Formula share = number(usable.value) * number(reserve.permille) / number(1000);
  return reserve.bytes ? number(bytes.value)
                       : Formula{share.numbers, share.numbers, bytes.value, 1, share.binding};
}

// Bytes of a part that other sections of the explanation work out, of so many requests.
void add_bytes(WorkedSection& out, const char* name, Bytes bytes, std::int64_t requests = 1) {
  if (bytes > Bytes{}) {
    const bool equal = requests > 1 && bytes.value % requests == 0;
    out.lines.push_back(
        worked(name, equal ? number(requests) * number(bytes.value / requests) : number(bytes.value), "bytes"));
  }
}

WorkedSection memory_section(const Layout& layout, const DeviceQuestion& question, Bytes usable) {
  const Bytes reserve = question.reserve.of(usable);
  const DeviceMemory m = fullest(layout, question.demand, question.users, reserve);
  const auto i = static_cast<std::size_t>(m.stage);
  const auto here = static_cast<std::int64_t>(ceil_div(question.users, layout.placement.dp));
  const std::int64_t sequences = here * question.demand.samples;
  WorkedSection out{
      "memory of the fullest device",
      fmt::format("Activations: the widest pair of tensors that live at once ({}), of {} tokens in 2 "
                  "bytes, and the logits of {} in 4 bytes where the device predicts.",
                  layout.widest[i].what, print_grouped(std::max(question.demand.batched_tokens, sequences)),
                  sequences == 1 ? "one sequence" : print_grouped(sequences) + " sequences"),
      {}};
  if (layout.stages.size() > 1) {
    out.title += fmt::format(", of stage {}", m.stage + 1);
  }
  add_bytes(out, "weights", m.weights);
  add_bytes(out, "cache", m.cache, here);
  add_bytes(out, "states", m.state, here);
  add_bytes(out, "waiting to be pooled", m.open, here);
  Formula sum = number(m.weights.value);
  for (const Bytes part : {m.cache, m.state, m.open}) {
    sum = part > Bytes{} ? sum + number(part.value) : sum;
  }
  out.lines.push_back(worked("activations", activations_of(layout, i, question.demand, sequences), "bytes"));
  out.lines.push_back(worked(question.reserve.bytes ? "reserve" : "reserve, rounded up",
                             reserve_formula(question.reserve, usable), "bytes"));
  sum = sum + number(m.activations.value) + number(reserve.value);
  out.lines.push_back(worked("in all", sum, "bytes"));
  out.lines.push_back(worked("usable", number(usable.value), "bytes"));
  const Wide total = m.total().value;
  const bool fits = total <= usable.value;
  const Formula left = fits ? number(usable.value) - number(total) : number(total) - number(usable.value);
  out.lines.push_back(worked(fits ? "free" : "lacking", left, "bytes"));
  return out;
}

WorkedSection devices_section(const Model& model, const WeightLoad& weights, const DeviceQuestion& question,
                              Bytes usable) {
  const Bytes cache = tally(terms_of(model, question.demand.drafting), longest_of(question.demand)).total();
  WorkedSection out{"devices, exactly",
                    "(weights + users × cache of one) ÷ usable memory of a device, of the whole model and nothing "
                    "else.",
                    {}};
  const Formula all =
      number(weights.total(question.demand.drafting).value) + number(question.users) * number(cache.value);
  out.lines.push_back(worked("devices", all / number(usable.value), "devices"));
  return out;
}

}  // namespace

std::vector<DeviceFact> facts_of(const Device& device) {
  std::vector<DeviceFact> out;
  std::string sources;
  for (const std::string& source : device.sources) {
    sources += (sources.empty() ? "" : "; ") + source;
  }
  if (device.bandwidth) {
    out.push_back({"bandwidth", print_rate(*device.bandwidth), sources});
  }
  for (const auto& [format, peak] : device.peaks) {
    if (peak.rate) {
      out.push_back({"peak in " + format, print_rate(*peak.rate), sources});
    }
  }
  if (device.usable_memory) {
    out.push_back({"usable memory", print_grouped(device.usable_memory->value) + " B", device.usable_basis});
  }
  for (const std::string& changed : device.overrides) {
    out.push_back({"set by --on", changed, "the command line"});
  }
  return out;
}

void add_memory_sections(const Model& model, const WeightLoad& weights, const Layout& layout,
                         const DeviceQuestion& question, std::vector<WorkedSection>& out) {
  if (!question.device.usable_memory) {
    out.push_back({"memory of a device", "Its memory is not published (--on DEVICE,memory=80GiB gives one).", {}});
    return;
  }
  out.push_back(memory_section(layout, question, *question.device.usable_memory));
  out.push_back(devices_section(model, weights, question, *question.device.usable_memory));
}

}  // namespace kvtally
