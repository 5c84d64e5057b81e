#include "engine/engines.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <set>

namespace kvtally::engines_test {

TEST_CASE("five engines are known by name") {
  std::string names;
  for (const Engine& engine : engines()) {
    names += fmt::format("{} ", engine.name);
    CHECK(engine_named(engine.name) == &engine);
  }
  CHECK(names == "transformers vllm llama.cpp sglang tensorrt-llm ");
  CHECK(engine_named("vLLM") == nullptr);
  CHECK(engine_named("") == nullptr);
}

TEST_CASE("every engine has versions, a switch that chooses them, and flags of different names with their help") {
  for (const Engine& engine : engines()) {
    CAPTURE(engine.name);
    REQUIRE_FALSE(engine.versions.empty());
    CHECK_FALSE(engine.title.empty());
    std::set<std::string_view> names;
    for (const EngineFlag& flag : engine.flags) {
      for (const std::string_view name : flag.names) {
        CAPTURE(name);
        CHECK(name.starts_with('-'));
        CHECK(names.insert(name).second);
      }
      CHECK_FALSE(flag.help.empty());
    }
    CHECK(names.contains("--engine-version"));
    CHECK(names.contains("-c"));
    CHECK(std::ranges::count(engine.versions, usual_version(engine)) == 1);
  }
}

TEST_CASE("no engine takes another's line for its own") {
  for (const Engine& engine : engines()) {
    CAPTURE(engine.name);
    CHECK_FALSE(engine.read_log("").has_value());
    CHECK_FALSE(engine.read_log("loading weights took 12.3 seconds").has_value());
  }
}

}  // namespace kvtally::engines_test
