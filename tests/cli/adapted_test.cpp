#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"

namespace kvtally::adapted_test {

namespace {

std::vector<std::string> assumptions(const test::Words& options) {
  test::Words words{"curve", "-o", "json"};
  words.insert(words.end(), options.begin(), options.end());
  return nlohmann::json::parse(test::output_of(words))["models"][0]["assumptions"];
}

TEST_CASE("a format that is named is no assumption any more") {
  using Words = std::vector<std::string>;
  CHECK(assumptions({"deepseek-v3.2"}) ==
        Words{"entries in bf16", "index keys in bf16", "draft (MTP) layers: 1, not counted (--mtp counts them)"});
  CHECK(assumptions({"deepseek-v3.2", "--kv-dtype", "fp8", "--indexer-dtype", "fp8", "--mtp"}).empty());
  CHECK(assumptions({"qwen3-next-80b-a3b", "--kv-dtype", "fp8"}) ==
        Words{"recurrent states in f32", "convolution tails of k-1 columns and token shifts in bf16"});
  CHECK(assumptions({"qwen3-next-80b-a3b", "--kv-dtype", "fp8", "--state-dtype", "bf16", "--conv-dtype", "bf16"})
            .empty());
}

TEST_CASE("what a model cannot be adapted to is named for each model") {
  const auto outcome = test::kvtally({"curve", "llama-2-7b", "gemma-3-27b", "--encoder-tokens", "5"});
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.out.empty());
  CHECK(outcome.err ==
        "kvtally: llama-2-7b: it has no encoder memory, so that encoder tokens mean nothing for it\n"
        "kvtally: gemma-3-27b: it has no encoder memory, so that encoder tokens mean nothing for it\n"
        "Try 'kvtally curve --help'.\n");
}

}  // namespace

}  // namespace kvtally::adapted_test
