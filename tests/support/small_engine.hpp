#pragma once

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/parse.hpp"
#include "engine/engines.hpp"

/// An engine of few rules, for tests of what stands around engines.
namespace kvtally::test {

inline std::span<const EngineFlag> small_flags() {
  static const std::array<EngineFlag, 6> kFlags{{
      {{"--length", "-len", "-c", "--context"}, "TOKENS", "", "tokens of a request (the model's own maximum)"},
      {{"--seats", "-b", "--batch"}, "N", "1", "requests at once"},
      {{"--tp"}, "N", "1", "devices of tensor parallelism"},
      {{"--memory"}, "SIZE", "", "what a device has for it"},
      {{"--layout"}, "NAME", "plain", "how it lies", {"plain", "dense"}},
      {{"--padded"}, "", "", "requests are padded to 1000 tokens"},
  }};
  return kFlags;
}

/// Of each request's bytes it keeps all on each device of a group, and 64 bytes more; padded ones of whole 1000
/// tokens. With --memory it refuses to start where that is less, and prints how many requests would fit.
inline Expected<Allocation> small_allocate(const Model& model, const FlagTexts& given) {
  Problems problems;
  const FlagReader flags(small_flags(), given, problems);
  const auto length = flags.tokens("--length");
  const auto seats = flags.count("--seats", 1, 1 << 20);
  const auto tp = flags.count("--tp", 1, 8);
  const auto memory = flags.bytes("--memory");
  flags.choice("--layout");
  if (!length && problems.empty()) {
    problems.push_back({{}, {}, "the length is not given", "--length 8192", {}, {}});
  }
  if (!problems.empty()) {
    return std::unexpected(std::move(problems));
  }
  auto needed = needed_by(model, *length, *seats);
  if (!needed) {
    return std::unexpected(std::move(needed.error()));
  }
  Allocation out{"small", "1.0 (2026-11)", *length, *seats, *tp, {}, needed->kept.total(),
                 {},      needed->naive,   {},      {},     {},  {}, {}};
  const Tokens held{flags.on("--padded") ? ceil_div(length->value, 1000) * 1000 : length->value};
  const auto padded = needed_by(model, held, *seats);
  const Bytes more{64 * *seats};
  out.held = {{"requests", fmt::format("{} of {} tokens", *seats, held.value), layer_count(model.order),
               padded->kept.total()},
              {"marks", "", 0, more}};
  if (flags.on("--padded")) {
    out.causes.push_back({"requests padded to 1000 tokens", padded->kept.total() - out.needed, ""});
  }
  out.causes.push_back({"marks", more, "64 bytes a request"});
  out.figures = {{"held_tokens", "tokens", held.value * *seats, 1}, {"seats_per_device", "requests", *seats, *tp}};
  if (memory) {
    out.figures.push_back({"most_seats", "requests", memory->value / (padded->kept.total() + more).value, 1});
    if (padded->kept.total() + more > *memory) {
      out.refusal =
          fmt::format("Small: {} B of cache do not fit into {} B", padded->kept.total().value, memory->value);
      out.held.clear();
    }
  }
  out.log = {{fmt::format("small_cache: {} seats, {} tokens each, in all {} tokens", *seats, held.value,
                          held.value * *seats),
              "padding counts"}};
  if (!memory) {
    out.assumptions.emplace_back("no --memory is given: whether it fits is not looked at");
  }
  close(out);
  return out;
}

/// "small_cache: N tokens" and "small_cache: X MiB".
inline std::optional<LogReading> small_read(std::string_view line) {
  constexpr std::string_view kStart = "small_cache: ";
  if (!line.starts_with(kStart)) {
    return std::nullopt;
  }
  line.remove_prefix(kStart.size());
  const std::string_view number = line.substr(0, line.find(' '));
  if (const auto tokens = parse_integer(number); tokens && line.ends_with(" tokens")) {
    return LogReading{"The tokens of all seats, padding among them.",
                      {{"held_tokens", std::string(line), "tokens", *tokens, 1, 0}}};
  }
  const std::size_t dot = number.find('.');
  if (!line.ends_with(" MiB") || dot == std::string_view::npos || number.size() - dot != 3) {
    return std::nullopt;
  }
  const auto whole = parse_integer(number.substr(0, dot));
  const Wide hundredths = *whole * 100 + (number[dot + 1] - '0') * 10 + (number[dot + 2] - '0');
  return LogReading{"What is held on a device.",
                    {{"allocated_bytes", std::string(line), "bytes", hundredths << 20, 100, Wide{1} << 20},
                     {"", "MiB", "bytes", Wide{1} << 20, 1, 0}}};
}

inline const Engine& small_engine() {
  static const std::array<std::string_view, 2> kVersions{"1.0 (2026-11)", "0.9"};
  static const std::vector<std::string_view> versions(kVersions.begin(), kVersions.end());
  static const Engine engine{"small", "Small", versions, small_flags(), small_allocate, small_read};
  return engine;
}

}  // namespace kvtally::test
