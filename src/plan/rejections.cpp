#include "plan/rejections.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/parse.hpp"
#include "core/print.hpp"

namespace kvtally {

void Rejections::device(const Device& device) {
  const std::string what = !device.usable_memory ? "memory" : !device.bandwidth ? "bandwidth" : "";
  if (!what.empty()) {
    unknown_.push_back(
        fmt::format("{}: its {} is not published; give it as {},{}=…", device.id, what, device.id, what));
  }
}

void Rejections::divided(const RefusedPlacements& refused) {
  // "… does not divide over tp 3; expected …"
  const std::size_t over = refused.why.find(" over ");
  const std::size_t digits = over == std::string::npos ? over : refused.why.find_first_of("0123456789", over);
  const std::size_t end =
      digits == std::string::npos ? digits : refused.why.find_first_not_of("0123456789", digits);
  Divisors found{refused.why, "", {}, 0};
  if (digits != std::string::npos) {
    found.before = refused.why.substr(0, digits - 1);
    found.behind = end == std::string::npos ? "" : refused.why.substr(end);
  }
  auto known = std::ranges::find_if(
      divided_, [&](const Divisors& d) { return d.before == found.before && d.behind == found.behind; });
  if (known == divided_.end()) {
    divided_.push_back(std::move(found));
    known = divided_.end() - 1;
  }
  if (digits != std::string::npos) {
    known->divisors.insert(*parse_integer(refused.why.substr(digits, end - digits)));
  }
  known->candidates += static_cast<std::int64_t>(refused.placements.size());
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
  std::vector<PlanRejection> out;
  for (const Divisors& d : divided_) {
    out.push_back(
        {fmt::format("{}{}{}{}", d.before, d.divisors.empty() ? "" : " ", fmt::join(d.divisors, ", "), d.behind),
         d.candidates});
  }
  for (const std::string& why : unknown_) {
    out.push_back({why, 0});
  }
  if (domain_.best) {
    out.push_back({fmt::format("tensor parallelism beyond the devices that a link or a host joins, such as {}",
                               where(*domain_.best)),
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
