#include "cli/demand_options.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "cli/values.hpp"
#include "core/text.hpp"
#include "model/limits.hpp"

namespace kvtally::cli {

namespace {

constexpr std::int64_t kMostSamples = 4096;

// "95" or "99.9", in thousandths of the whole; at most one decimal.
std::optional<std::int64_t> parse_permille(std::string_view text) {
  const std::size_t point = text.find('.');
  const auto whole = parse_integer(text.substr(0, point));
  const std::string_view decimals = point == std::string_view::npos ? "0" : text.substr(point + 1);
  const auto decimal = parse_integer(decimals);
  if (!whole || !decimal || *whole < 0 || *whole > 100 || decimals.size() != 1) {
    return std::nullopt;
  }
  return *whole * 10 + *decimal;
}

// "p95" or "p99.9".
Parsed<std::int64_t> parse_percentile(std::string_view text) {
  const auto value = text.starts_with('p') ? parse_permille(text.substr(1)) : std::nullopt;
  return value && *value >= 1 && *value <= 1000
             ? Parsed<std::int64_t>(*value)
             : std::unexpected(fmt::format("'{}' is no percentile such as p95 or p99.9", text));
}

void refuse_both(ValueReader& reader, const DemandOptions& options) {
  if (options.output && !options.prompt) {
    reader.wrong("--output", "there is no prompt that it follows", "--prompt as well");
  }
  if (options.output && options.context) {
    reader.wrong("--context", "a request of --prompt and --output ends at their sum", "one of the two");
  }
  if (options.reserve && options.utilization) {
    reader.wrong("--gpu-memory-utilization", "--reserve says it already", "one of the two");
  }
}

template <class T>
std::optional<T> taken(ValueReader& reader, std::string_view option, const std::string& text, Parsed<T> parsed,
                       const std::string& expected) {
  if (!parsed) {
    reader.wrong(option, fmt::format("'{}': {}", text, parsed.error()), expected);
    return std::nullopt;
  }
  return std::move(*parsed);
}

}  // namespace

std::vector<Option> DemandOptions::options() {
  return {
      {{"-c", "--context", "--max-model-len", "--ctx-size"},
       "TOKENS",
       "tokens of a request at its end; p50=4K,p95=32K,p100=128K for a mixture",
       &context},
      {{"-u", "--users", "--max-num-seqs"}, "N", "requests at once, of the whole deployment", &users},
      {{"--prompt"}, "TOKENS", "what a request begins with: it is timed at the mean of its lengths", &prompt},
      {{"--output"}, "TOKENS", "what is generated: a request ends at prompt + output", &output},
      {{"--shared-prefix"}, "TOKENS", "the first tokens are the same for all requests", &shared_prefix},
      {{"--samples"}, "N", "answers of each request, which share its prompt", &samples},
      {{"--batched-tokens", "--max-num-batched-tokens"},
       "N",
       "tokens computed together at most (2048)",
       &batched_tokens},
      {{"--reserve"}, "SIZE", "memory left free on each device, 2GiB or 5% (5%)", &reserve},
      {{"--gpu-memory-utilization"}, "PART", "the same as engines say it: 0.9 leaves 10% free", &utilization},
  };
}

Parsed<std::vector<ContextClass>> parse_contexts(std::string_view text) {
  if (text.find('=') == std::string_view::npos) {
    const auto tokens = parse_tokens(text);
    return tokens ? Parsed<std::vector<ContextClass>>({{*tokens, 1, 1}}) : std::unexpected(tokens.error());
  }
  std::vector<ContextClass> out;
  for (const std::string_view item : split(text, ',')) {
    const std::vector<std::string_view> sides = split(item, '=');
    if (sides.size() != 2) {
      return std::unexpected(fmt::format("'{}' is no percentile and context such as p95=32K", item));
    }
    const auto percentile = parse_percentile(trim(sides[0]));
    const auto tokens = parse_tokens(sides[1]);
    if (!percentile || !tokens) {
      return std::unexpected(!percentile ? percentile.error() : fmt::format("'{}': {}", item, tokens.error()));
    }
    if (!out.empty() && (out.back().up_to >= *percentile || out.back().context > *tokens)) {
      return std::unexpected(fmt::format("'{}' does not rise above the one before", item));
    }
    out.push_back({*tokens, *percentile, 1000});
  }
  if (out.back().up_to != 1000) {
    return std::unexpected("the longest requests are missing");
  }
  return out;
}

Parsed<Reserve> parse_reserve(std::string_view text) {
  text = trim(text);
  if (!text.ends_with('%')) {
    const auto bytes = parse_bytes(text);
    return bytes ? Parsed<Reserve>(Reserve{0, *bytes}) : std::unexpected(bytes.error());
  }
  const auto permille = parse_permille(trim(text.substr(0, text.size() - 1)));
  return permille && *permille < 1000 ? Parsed<Reserve>(Reserve{*permille, std::nullopt})
                                      : std::unexpected("it is no share such as 5% or 2.5%");
}

Parsed<Reserve> parse_utilization(std::string_view text) {
  text = trim(text);
  const std::size_t point = text.find('.');
  std::string decimals(point == std::string_view::npos ? "" : text.substr(point + 1));
  const bool digits = decimals.find_first_not_of("0123456789") == std::string::npos;
  const std::string_view whole = text.substr(0, point);
  if ((whole != "0" && whole != "1") || !digits || decimals.size() > 3 || text.ends_with('.')) {
    return std::unexpected("it is no part such as 0.9");
  }
  decimals.resize(3, '0');
  const std::int64_t used = (whole == "1" ? 1000 : 0) + std::stoll(decimals);
  return used > 0 && used <= 1000 ? Parsed<Reserve>(Reserve{1000 - used, std::nullopt})
                                  : std::unexpected("it is not above 0 and at most 1");
}

std::optional<DemandRequest> parse_demand(const DemandOptions& options) {
  ValueReader reader;
  DemandRequest out;
  Demand& demand = out.demand;
  refuse_both(reader, options);
  out.users = reader.integer("--users", options.users, 1, limits::kBatch);
  demand.prompt = reader.tokens("--prompt", options.prompt);
  const auto output = reader.tokens("--output", options.output);
  demand.shared_prefix = reader.tokens("--shared-prefix", options.shared_prefix).value_or(Tokens{});
  demand.samples = reader.integer("--samples", options.samples, 1, kMostSamples).value_or(1);
  demand.batched_tokens = reader.integer("--batched-tokens", options.batched_tokens, 1, limits::kBatch)
                              .value_or(demand.batched_tokens);
  if (options.context) {
    demand.contexts = taken(reader, "--context", *options.context, parse_contexts(*options.context),
                            "tokens, or percentiles up to p100: p50=4K,p95=32K,p100=128K")
                          .value_or(std::vector<ContextClass>{});
  } else if (demand.prompt && output) {
    demand.contexts = {{*demand.prompt + *output, 1, 1}};
  }
  if (options.reserve) {
    out.reserve = taken(reader, "--reserve", *options.reserve, parse_reserve(*options.reserve), "2GiB or 5%")
                      .value_or(Reserve{});
  } else if (options.utilization) {
    out.reserve = taken(reader, "--gpu-memory-utilization", *options.utilization,
                        parse_utilization(*options.utilization), "a part of each device such as 0.9")
                      .value_or(Reserve{});
  } else {
    out.assumptions.emplace_back(
        "5 % of each device is left free for the runtime, captured graphs and gaps (--reserve)");
  }
  if (demand.samples > 1 && !demand.prompt) {
    reader.wrong("--samples", "the prompt that they share is not given", "--prompt as well");
  }
  return reader.failed() ? std::nullopt : std::optional(std::move(out));
}

}  // namespace kvtally::cli
