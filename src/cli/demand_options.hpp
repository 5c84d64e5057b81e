#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "plan/demand.hpp"
#include "plan/fit.hpp"

namespace kvtally::cli {

/// The options that say what users ask of a deployment. They mean the same in fit and plan.
struct DemandOptions {
  std::optional<std::string> context;
  std::optional<std::string> users;
  std::optional<std::string> prompt;
  std::optional<std::string> output;
  std::optional<std::string> shared_prefix;
  std::optional<std::string> samples;
  std::optional<std::string> batched_tokens;
  std::optional<std::string> reserve;
  std::optional<std::string> utilization;  // engines' word for what a reserve leaves

  std::vector<Option> options();
};

/// What they say. Contexts are empty where neither a context nor a prompt and an output are given.
struct DemandRequest {
  Demand demand;
  std::optional<std::int64_t> users;
  Reserve reserve;
  std::vector<std::string> assumptions;
};

/// The request, or nothing after each wrong value was named on standard error.
std::optional<DemandRequest> parse_demand(const DemandOptions& options);

/// Context classes of `128K` (one) or `p50=4K,p95=32K,p100=128K`: percentiles rise, and so do their contexts. The
/// error is a sentence.
Parsed<std::vector<ContextClass>> parse_contexts(std::string_view text);

/// What is left free where engines use such a part of a device: 0.9 leaves 10 %. More than 0, at most 1, three
/// decimals.
Parsed<Reserve> parse_utilization(std::string_view text);

/// `2GiB`, or `5%` (one decimal at most, below 100).
Parsed<Reserve> parse_reserve(std::string_view text);

}  // namespace kvtally::cli
