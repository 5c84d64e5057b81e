#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "support/golden.hpp"

namespace kvtally::roofline_options_test {

namespace {

using Json = nlohmann::json;

Json model_of(const test::Words& options) {
  test::Words words{"roofline", "llama-2-7b", "--on", "h100-sxm", "-o", "json"};
  words.insert(words.end(), options.begin(), options.end());
  return Json::parse(test::output_of(words))["models"][0];
}

TEST_CASE("wrong values are named, all of them") {
  const auto with = [](const test::Words& options) {
    test::Words words{"roofline", "llama-2-7b", "--on", "h100-sxm"};
    words.insert(words.end(), options.begin(), options.end());
    return words;
  };
  test::check_golden("tests/golden/cli/wrong-roofline-options.txt",
                     test::refusals({with({"--prompt", "-5", "--prefix", "1e3", "--chunk", "0"}),
                                     with({"--batches", ""}),
                                     with({"--batches", "1,0,x"}),
                                     with({"--draft", "0", "--acceptance", "1.1"}),
                                     with({"--draft", "65", "--acceptance", "nan"}),
                                     with({"--draft", "2"}),
                                     with({"--acceptance", "0.5"}),
                                     with({"--draft", "2", "--acceptance", "1e-1"}),
                                     with({"--draft", "2", "--acceptance", "0.5.5"}),
                                     {"roofline", "llama-2-7b", "--on", ""}}));
}

TEST_CASE("any option of a prefill asks for one; the prompt is the context unless it is given") {
  CHECK(model_of({})["prefill"].is_null());
  CHECK(model_of({"--prompt", "100"})["prefill"]["prompt_tokens"] == 100);
  CHECK(model_of({"--chunk", "512"})["prefill"]["prompt_tokens"] == 4096);
  CHECK(model_of({"--chunk", "512"})["prefill"]["chunk_tokens"] == 512);
  CHECK(model_of({"--prefix", "1K"})["prefill"]["prefix_tokens"] == 1024);
  CHECK(model_of({"--all-logits", "-c", "77"})["prefill"]["prompt_tokens"] == 77);
}

TEST_CASE("batches in the order in which they are given") {
  const Json batches = model_of({"--batches", "4, 1"})["batches"];
  REQUIRE(batches.size() == 2);
  CHECK(batches[0]["batch"] == 4);
  CHECK(batches[1]["batch"] == 1);
}

}  // namespace

}  // namespace kvtally::roofline_options_test
