#include "cli/engine_names.hpp"
#include "core/text.hpp"
#include "support/golden.hpp"
#include "support/lines.hpp"

namespace kvtally::engine_test {

namespace {

TEST_CASE("what engines allocate for a model, within 80 columns when a terminal has as many") {
  for (const Engine& engine : engines()) {
    CAPTURE(engine.name);
    const std::string name(engine.name);
    const std::string text = test::output_of({"engine", name, "gemma-3-27b", "--context", "131072"});
    test::check_golden("tests/golden/cli/engine-" + name + ".txt", text);
    CHECK(text.find("\n  = ") != std::string::npos);
    for (const std::string format : {"wide", "markdown", "csv", "json"}) {
      CHECK_FALSE(test::output_of({"engine", name, "gemma-3-27b", "--context", "8192", "-o", format}).empty());
    }
  }
}

TEST_CASE("engines side by side") {
  if (engines().empty()) {
    MESSAGE("there are no engines here");
    return;
  }
  for (const std::string model : {"gemma-3-27b", "deepseek-v3", "qwen3-next-80b-a3b", "deepseek-v4-flash"}) {
    const std::string text = test::output_of({"engine", "all", model, "-c", "131072"});
    test::check_golden("tests/golden/cli/engine-all-" + model + ".txt", text);
  }
  for (const std::string format : {"wide", "markdown", "csv", "json"}) {
    CHECK_FALSE(test::output_of({"engine", "all", "gemma-3-27b", "-c", "8192", "-o", format}).empty());
  }
}

TEST_CASE("an engine that cannot hold a model, or has no such flag, says so in its row") {
  KVTALLY_NEEDS_ENGINE("llama.cpp")
  const std::string text = test::output_of({"engine", "all", "gemma-3-27b", "-c", "8192", "--tp", "2"});
  CHECK(text.find("cannot hold it: llama.cpp has no flag for --tp") != std::string::npos);
}

TEST_CASE("an engine that does not start ends with exit code 1") {
  KVTALLY_NEEDS_ENGINE("vllm")
  const test::Outcome outcome = test::kvtally(
      {"engine", "vllm", "llama-3.1-8b", "-c", "131072", "--kv-cache-memory-bytes", "1GiB", "-o", "json"});
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.out.find("\"allocated_bytes\": null") != std::string::npos);
}

TEST_CASE("wrong values are named") {
  const std::string refused = test::refusal({"engine", "all", "gemma-3-27b", "-c", "many", "--batch", "0"});
  CHECK(refused.find("--context: 'many' is no token count") != std::string::npos);
  CHECK(refused.find("--batch: '0'") != std::string::npos);
  for (const Engine& engine : engines()) {
    const std::string text =
        test::refusal({"engine", std::string(engine.name), "gemma-3-27b", "--context", "many"});
    CHECK_MESSAGE(text.find("[exit 2]") != std::string::npos, text);
    CHECK_MESSAGE(text.find("'many'") != std::string::npos, text);
  }
}

}  // namespace

}  // namespace kvtally::engine_test
