#include "report/roofline_words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "model/kinds.hpp"

namespace kvtally {

namespace {

// Four significant digits of a number from 1 up to 10,000.
std::string four_digits(double value) {
  const int before = value < 9.9995 ? 1 : value < 99.995 ? 2 : value < 999.95 ? 3 : 4;
  return fmt::format("{:.{}f}", value, 4 - before);
}

std::string crossover_line(const Roofline& r) {
  const char* batch = r.question.decode.sequences == 1 ? "" : " of each request";
  if (!r.crossover) {
    return "the caches' read never reaches that of the weights";
  }
  if (r.crossover->value == 0) {
    return "the caches' read passes that of the weights from the first token on";
  }
  return fmt::format("the caches' read passes that of the weights beyond {} tokens{}",
                     print_grouped(r.crossover->value), batch);
}

std::string scattered_line(const ScatteredRead& read) {
  const std::string label{kind_of(read.kind).label};
  const std::string entry = print_grouped(read.entry.value);
  const std::string size = read.entries == 1
                               ? fmt::format("{} B", entry)
                               : fmt::format("{} B ({} entries of {} B)",
                                             print_grouped(read.entry.value * read.entries), read.entries, entry);
  return fmt::format("chosen entries lie apart: {} rows of {} for each request in each of {} {} layers",
                     print_grouped(read.pieces), size, read.layers, label);
}

std::string temporary_line(const Roofline& r, Units units) {
  return fmt::format(
      "with narrow entries first expanded to bf16: {} for the caches instead of {}, {} instead of {}",
      print_bytes(*r.temporary, units), print_bytes(r.decode.cache_bytes, units),
      print_seconds(time_to_move(*r.temporary, r.rates.bandwidth)), print_seconds(r.decode.cache_seconds));
}

std::string drafted_line(const Roofline& r) {
  const DraftedStep& d = *r.drafted;
  const Drafting& asked = *r.question.drafting;
  const std::string drafts = d.draft
                                 ? fmt::format("{} for each draft by its own layer", print_seconds(d.draft->total))
                                 : "drafting counted as free: no draft layer of its own is known";
  return fmt::format(
      "{} drafted, each accepted with {:g}: {:.4g} tokens a step of {} ({} for the check; {}): {} a "
      "token instead of {}",
      asked.drafted, asked.acceptance, d.tokens, print_seconds(d.seconds), print_seconds(d.check.total), drafts,
      print_seconds(d.per_token), print_seconds(r.decode.total));
}

std::string device_rates(const Roofline& r) {
  std::string out = print_rate(r.rates.bandwidth);
  if (!r.rates.attention) {
    return out + ", compute bound not published";
  }
  out += fmt::format(", {} in {}", print_rate(*r.rates.attention), r.rates.attention_format);
  if (r.rates.matmul && r.rates.matmul_format != r.rates.attention_format) {
    out += fmt::format(", {} in {}", print_rate(*r.rates.matmul), r.rates.matmul_format);
  }
  return out;
}

}  // namespace

std::string print_operations(Operations operations) {
  constexpr std::array<std::string_view, 7> kPrefixes{"", " k", " M", " G", " T", " P", " E"};
  auto value = static_cast<double>(operations.value);
  std::size_t prefix = 0;
  while (value >= 999.95 && prefix + 1 < kPrefixes.size()) {
    value /= 1000;
    ++prefix;
  }
  return prefix == 0 ? fmt::format("{}", operations.value)
                     : four_digits(value) + std::string(kPrefixes.at(prefix));
}

std::string print_intensity(const std::optional<double>& intensity) {
  if (!intensity) {
    return "-";
  }
  if (*intensity >= 999.95) {
    return print_nearest(*intensity);
  }
  return *intensity == std::floor(*intensity) ? fmt::format("{:.0f}", *intensity)
                                              : fmt::format("{:.4g}", *intensity);
}

std::string print_per_second(double rate) {
  if (!std::isfinite(rate)) {
    return "-";
  }
  return rate < 9999.5 && rate >= 1 ? four_digits(rate)
         : rate < 1                 ? fmt::format("{:.3g}", rate)
                                    : print_nearest(rate);
}

std::string label_of(const PartTime& part) {
  if (part.weights || part.name.starts_with(part.kind)) {
    return part.name;
  }
  return fmt::format("{} ({})", part.name, part.kind);
}

std::vector<std::string> device_lines(const Roofline& r) {
  std::string name = fmt::format("on {} ({}", r.device.name, r.device.id);
  for (const std::string& changed : r.device.overrides) {
    name += ", " + changed;
  }
  std::vector<std::string> out{fmt::format("{}): {}", name, device_rates(r))};
  if (const auto point = ridge(r.rates)) {
    out.push_back(fmt::format("ridge point {:.2f} FLOP/byte in {}: below it memory bounds, above it arithmetic",
                              *point, r.rates.attention_format));
  }
  return out;
}

std::vector<std::string> decode_remarks(const Roofline& r, Units units) {
  std::vector<std::string> out;
  if (!r.weights_read) {
    out.emplace_back("the weights are not known: these are the caches alone");
  } else if (!r.layout) {
    out.push_back(crossover_line(r));
  }
  for (const ScatteredRead& read : r.scattered) {
    out.push_back(scattered_line(read));
  }
  if (r.temporary) {
    out.push_back(temporary_line(r, units));
  }
  if (r.drafted) {
    out.push_back(drafted_line(r));
  }
  if (r.reached_decode) {
    std::string how;
    for (const std::string& line : r.reached_by) {
      const std::string device = r.device.id + ": ";
      how += (how.empty() ? "" : "; ") + (line.starts_with(device) ? line.substr(device.size()) : line);
    }
    out.push_back(
        fmt::format("with what such devices reach: {} ({})", print_seconds(r.reached_decode->total), how));
  }
  return out;
}

std::vector<std::string> prefill_remarks(const Roofline& r) {
  std::vector<std::string> out;
  if (r.pass && r.pass->all > MultiplyAdds{}) {
    const double share =
        100 * static_cast<double>(r.pass->attention.value) / static_cast<double>(r.pass->all.value);
    out.push_back(
        fmt::format("attention is {:.1f} % of the multiply-adds of a pass over {} tokens (causal, latents "
                    "expanded, logits of every position)",
                    share, print_grouped(r.question.prefill->prompt.value)));
  }
  return out;
}

std::string_view left_out() {
  return "left out: launches of kernels, latency of links, activations; each time is a lower bound";
}

}  // namespace kvtally
