#include "plan/rejections.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "core/print.hpp"

namespace kvtally {

void Rejections::device(const Device& device) {
  const std::string what = !device.usable_memory ? "memory" : !device.bandwidth ? "bandwidth" : "";
  if (!what.empty()) {
    unknown_.push_back(
        fmt::format("{}: its {} is not published; give it as {},{}=…", device.id, what, device.id, what));
  }
}

void Rejections::divided(const std::string& why, std::size_t placements) {
  const auto count = static_cast<std::int64_t>(placements);
  const auto known = std::ranges::find(divided_, why, &PlanRejection::why);
  if (known == divided_.end()) {
    divided_.push_back({why, count});
  } else {
    known->candidates += count;
  }
}

void Rejections::note(Nearest& nearest, const PlanCandidate& candidate, double by) {
  ++nearest.candidates;
  if (!nearest.best || by < nearest.by) {
    nearest.best = candidate;
    nearest.by = by;
  }
}

void Rejections::domain(const PlanCandidate& candidate) {
  note(domain_, candidate, static_cast<double>(candidate.devices()));
}

void Rejections::memory(const PlanCandidate& candidate) {
  const Wide usable = question_.devices[candidate.device].usable_memory->value;
  note(memory_, candidate, static_cast<double>(candidate.memory.total().value) / static_cast<double>(usable));
}

void Rejections::token(const PlanCandidate& candidate) { note(token_, candidate, candidate.token.value); }

void Rejections::first_token(const PlanCandidate& candidate) {
  note(first_token_, candidate, candidate.first_token.value);
}

std::string Rejections::where(const PlanCandidate& candidate) const {
  return fmt::format("{} on {}, weights in {}, entries in {}", print_placement(candidate.placement),
                     question_.devices[candidate.device].id, question_.formats[candidate.formats].weights_name,
                     question_.formats[candidate.formats].kv_name);
}

std::vector<PlanRejection> Rejections::take() {
  std::vector<PlanRejection> out = divided_;
  for (PlanRejection& rejection : out) {
    rejection.why = "the placement does not divide the model: " + rejection.why;
  }
  for (const std::string& why : unknown_) {
    out.push_back({why, 0});
  }
  if (domain_.best) {
    out.push_back(
        {fmt::format("tensor parallelism beyond the devices that a link joins, such as {}", where(*domain_.best)),
         domain_.candidates});
  }
  if (memory_.best) {
    const Bytes usable = *question_.devices[memory_.best->device].usable_memory;
    out.push_back({fmt::format("too little memory; the nearest, {}, lacks {} of {} a device", where(*memory_.best),
                               print_bytes(memory_.best->memory.total() - usable, Units::binary),
                               print_bytes(memory_.best->memory.total(), Units::binary)),
                   memory_.candidates});
  }
  if (token_.best) {
    out.push_back(
        {fmt::format("a token takes longer than {}; the nearest, {}, takes {}", print_seconds(*question_.token),
                     where(*token_.best), print_seconds(token_.best->token)),
         token_.candidates});
  }
  if (first_token_.best) {
    out.push_back({fmt::format("the first token takes longer than {}; the nearest, {}, takes {}",
                               print_seconds(*question_.first_token), where(*first_token_.best),
                               print_seconds(first_token_.best->first_token)),
                   first_token_.candidates});
  }
  return out;
}

}  // namespace kvtally
