#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "core/problem.hpp"
#include "report/roofline.hpp"

namespace kvtally::cli {

/// The options of a roofline beside those of models and weights.
struct RooflineOptions {
  std::optional<std::string> on;
  std::optional<std::string> level;
  bool achieved = false;
  std::optional<std::string> prompt;
  std::optional<std::string> prefix;
  std::optional<std::string> chunk;
  bool all_logits = false;
  std::optional<std::string> batches;
  std::optional<std::string> draft;
  std::optional<std::string> acceptance;

  std::vector<Option> options();
};

/// What they say.
struct RooflineRequest {
  bool prefills = false;
  std::optional<Tokens> prompt;
  Tokens prefix;
  std::int64_t chunk = 0;
  bool all_logits = false;
  std::vector<std::int64_t> batches;
  std::optional<Drafting> drafting;
};

/// The request, or nothing after each wrong value was named on standard error.
std::optional<RooflineRequest> parse_roofline(const RooflineOptions& options);

/// The device of --on, with the bandwidth of --level as its own. The error: what is not known of it.
Expected<Device> roofline_device(const RooflineOptions& options);

/// The question for a model at its context. The error: more chunks than are worked out one by one.
std::expected<RooflineQuestion, std::string> question_of(const RooflineRequest& request, Tokens context,
                                                         std::int64_t sequences, const WeightReading& reading);

}  // namespace kvtally::cli
