#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/demand_options.hpp"
#include "cli/model_options.hpp"
#include "plan/engine_cache.hpp"

namespace kvtally::cli {

/// The options that put an engine's allocation in place of what a model needs.
struct EngineCacheOptions {
  std::optional<std::string> engine;
  std::optional<std::string> flags;

  std::vector<Option> options();
};

/// What they say; without an engine the account stands.
struct EngineCacheRequest {
  const Engine* engine = nullptr;
  FlagTexts flags;
  std::string words;  // the flags as they were given
};

/// The request, or nothing after each wrong value was named on standard error: no engine of that name, flags that
/// are none of its own or that say what other options say, formats beside it.
std::optional<EngineCacheRequest> parse_engine_cache(const EngineCacheOptions& options,
                                                     const ModelOptions& models);

/// Puts the engine into the demand, and what it takes for granted into `assumptions`. Refused, as problems of the
/// model: requests of several lengths or that share positions, and what the engine refuses for one of them.
Problems use_engine(const EngineCacheRequest& request, const Model& model, Demand& demand,
                    std::vector<std::string>& assumptions);

}  // namespace kvtally::cli
