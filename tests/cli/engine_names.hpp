#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/transcript.hpp"
#include "engine/engines.hpp"

namespace kvtally::test {

/// "transformers, vllm ...": the engines that the program knows.
inline std::string engine_list() {
  std::vector<std::string_view> names;
  for (const Engine& engine : engines()) {
    names.push_back(engine.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace kvtally::test

/// Ends a test case about an engine that this program does not have.
#define KVTALLY_NEEDS_ENGINE(name)                       \
  if (kvtally::engine_named(name) == nullptr) {          \
    MESSAGE("there is no engine " << (name) << " here"); \
    return;                                              \
  }
