#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "support/golden.hpp"

namespace kvtally::attention_test {

namespace {

using Json = nlohmann::json;

TEST_CASE("a counterfactual explained") {
  const std::string text = test::output_of({"explain", "deepseek-v3", "--as", "gqa-8", "-c", "128K"});
  test::check_golden("tests/golden/cli/explain-as.txt", text);
  const Json json =
      Json::parse(test::output_of({"explain", "deepseek-v3", "--as", "GQA8", "-c", "128K", "-o", "json"}));
  CHECK(json["name"] == "DeepSeek-V3 as gqa-8");
  CHECK(json["totals"][0]["value"] == 32749125632);
}

TEST_CASE("what a model has is explained as without the option") {
  CHECK(test::output_of({"explain", "deepseek-v3", "--as", "mla"}) == test::output_of({"explain", "deepseek-v3"}));
}

TEST_CASE("every kind can be explained") {
  for (const std::string word : {"mha", "gqa-2", "mqa", "mla:512+64", "swa-4096+4", "chunked-8192", "dsa-2048"}) {
    for (const std::string model : {"deepseek-v4-flash", "gemma-3n-e4b", "jamba-v0.1", "whisper-large-v3"}) {
      CAPTURE(word);
      CAPTURE(model);
      CHECK(test::output_of({"explain", model, "--as", word, "-c", "32K"}).contains("Totals"));
    }
  }
}

TEST_CASE("attentions that cannot be explained") {
  const std::string v3 = "deepseek-v3";
  test::check_golden("tests/golden/cli/wrong-attentions.txt",
                     test::refusals({{"explain", v3, "--as", "maha"},
                                     {"explain", v3, "--as", "mha,mqa"},
                                     {"explain", v3, "--as", "mha", "--shapes"},
                                     {"explain", v3, "--as", "mha", "--params"},
                                     {"explain", v3, "--as", "gqa-7"},
                                     {"compare", v3, "--as", "maha,maha"}}));
}

}  // namespace

}  // namespace kvtally::attention_test
