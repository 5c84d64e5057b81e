#include "plan/rejections.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/parse.hpp"
#include "core/print.hpp"

namespace kvtally {

void Rejections::unknown(const Device& device) {
  const std::string what = !device.usable_memory ? "memory" : "bandwidth";
  unknown(fmt::format("{}: its {} is not published; give it as {},{}=…", device.id, what, device.id, what));
}

void Rejections::unknown(const std::string& why) {
  if (std::ranges::find(unknown_, why) == unknown_.end()) {  // once, in however many formats
    unknown_.push_back(why);
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

double Rejections::by_memory(const PlanCandidate& candidate) const {
  const Wide usable = question_.devices[candidate.device].usable_memory->value;
  return static_cast<double>(candidate.memory.total().value) / static_cast<double>(usable);
}

void Rejections::memory(const PlanCandidate& candidate) { note(memory_, candidate, by_memory(candidate)); }

void Rejections::prompts(const PlanCandidate& nearest) { note(prompts_, nearest, by_memory(nearest)); }

void Rejections::devices(const PlanCandidate& candidate) {
  note(devices_, candidate, static_cast<double>(candidate.devices()));
}

void Rejections::token(const PlanCandidate& candidate) { note(token_, candidate, candidate.token.value); }

void Rejections::first_token(const PlanCandidate& candidate) {
  note(first_token_, candidate, candidate.first_token.value);
}

std::string Rejections::where(const PlanCandidate& candidate) const {
  std::string out =
      fmt::format("{} on {}", print_placement(candidate.placement), question_.devices[candidate.device].id);
  if (candidate.prompts) {
    out += ", prompts on " + print_placement(candidate.prompts->placement);
  }
  if (question_.formats.size() > 1) {
    const PlanFormats& formats = question_.formats[candidate.formats];
    out += fmt::format(", weights in {}, entries in {}", formats.weights_name, formats.kv_name);
  }
  return out;
}

std::string Rejections::missing(const PlanCandidate& candidate) const {
  const Bytes usable = *question_.devices[candidate.device].usable_memory;
  return fmt::format("{}: a device needs {}, {} more than it has", where(candidate),
                     print_bytes(candidate.memory.total(), question_.units),
                     print_bytes(candidate.memory.total() - usable, question_.units));
}

std::vector<PlanRejection> Rejections::take() {
  std::vector<PlanRejection> out;
  for (const std::string& why : unknown_) {
    out.push_back({Rejected::device, why, 0});
  }
  for (const Divisors& d : divided_) {
    out.push_back(
        {Rejected::placement,
         fmt::format("{}{}{}{}", d.before, d.divisors.empty() ? "" : " ", fmt::join(d.divisors, ", "), d.behind),
         d.candidates});
  }
  const auto add = [&](Rejected of, const Nearest& nearest, auto words) {
    if (nearest.best) {
      out.push_back({of, words(*nearest.best), nearest.candidates});
    }
  };
  add(Rejected::domain, domain_, [&](const PlanCandidate& c) {
    return fmt::format("tensor parallelism over more devices than a link or a host joins, such as {}", where(c));
  });
  add(Rejected::memory, memory_,
      [&](const PlanCandidate& c) { return "too little memory; nearest is " + missing(c); });
  add(Rejected::prompts, prompts_, [&](const PlanCandidate& c) {
    return "no replica for prompts alone has room for one of them; nearest is " + missing(c);
  });
  add(Rejected::devices, devices_, [&](const PlanCandidate& c) {
    return fmt::format("more than {} devices with those for the prompts; nearest is {}, with {} for the prompts",
                       question_.most_devices, where(c), c.prompt_devices());
  });
  add(Rejected::token, token_, [&](const PlanCandidate& c) {
    return fmt::format("a token takes longer than {}; nearest is {}: {}", print_seconds(*question_.token),
                       where(c), print_seconds(c.token));
  });
  add(Rejected::first_token, first_token_, [&](const PlanCandidate& c) {
    return fmt::format("the first token takes longer than {}; nearest is {}: {}",
                       print_seconds(*question_.first_token), where(c), print_seconds(c.first_token));
  });
  return out;
}

}  // namespace kvtally
