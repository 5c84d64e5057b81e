#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/allocation.hpp"
#include "engine/flags.hpp"

namespace kvtally {

/// A number in a line of an engine's log.
struct LogQuantity {
  /// That of the EngineFigure which it prints; empty: none is comparable. Where the line alone does not say which
  /// of several it is, all of them: "base_cache_bytes|swa_cache_bytes".
  std::string name;
  std::string printed;  // "27.00 MiB", "49152 tokens"
  std::string unit;     // of the value: "bytes", "tokens" …
  Wide numerator = 0;   // the value; a printed 8.23 GB that is GiB is 8.23 × 2^30 bytes
  Wide denominator = 1;
  Wide last_digit = 0;  // one unit of the last printed digit, over the same denominator; 0: the value is exact
};

/// What a line of an engine's log says.
struct LogReading {
  std::string meaning;  // whole sentences
  std::vector<LogQuantity> quantities;
};

/// An engine whose rules are known. The rules of each stand in a folder of its own and share nothing.
struct Engine {
  std::string_view name;                   // "vllm", as on the command line
  std::string_view title;                  // "vLLM"
  std::vector<std::string_view> versions;  // whose rules are known, the newest first
  std::span<const EngineFlag> flags;       // --engine-version is one of them
  /// Refused: flags that are none, a model that the engine cannot hold or whose layers it does not know. That the
  /// engine itself would not start is no problem but Allocation::refusal.
  Expected<Allocation> (*allocate)(const Model& model, const FlagTexts& flags);
  /// Nothing: the line is none of those that the engine prints about its cache.
  std::optional<LogReading> (*read_log)(std::string_view line);
};

std::span<const Engine> engines();

/// The version whose rules hold where --engine-version is not given.
std::string_view usual_version(const Engine& engine);

/// Nothing: there is none of that name.
const Engine* engine_named(std::string_view name);

}  // namespace kvtally
