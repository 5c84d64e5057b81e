#include <doctest/doctest.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::report_test {

namespace {

using Json = nlohmann::json;

TEST_CASE("a report of models in every format") {
  const test::Words words{"report", "models", "gemma-3-27b", "deepseek-v3.2", "-c", "64K"};
  for (const std::string format : {"json", "markdown", "latex"}) {
    CAPTURE(format);
    test::Words all = words;
    all.insert(all.end(), {"-o", format});
    test::check_golden("tests/golden/cli/report-models." + format, test::output_of(all));
  }
  test::Words csv = words;
  csv.insert(csv.end(), {"-o", "csv", "--section", "comparison"});
  CHECK(test::output_of(csv) ==
        test::output_of({"show", "gemma-3-27b", "deepseek-v3.2", "-c", "64K", "-o", "csv"}));
}

TEST_CASE("the lecture's page data") {
  test::check_golden("reports/attention-evolution.page.json", test::output_of({"report", "-o", "json"}));
  test::check_golden("reports/attention-evolution.page.zh.json",
                     test::output_of({"report", "--lang", "zh", "-o", "json"}));
}

TEST_CASE("the tables and curves of the page are what other commands write") {
  CHECK(test::output_of({"report", "--section", "models-table", "-o", "csv"}) ==
        test::output_of({"table", "-o", "csv"}));
  const test::Folder folder;
  CHECK(test::output_of({"report", "--section", "growth", "-o", "csv", "-O", folder.path("")}) == "");
  std::ifstream growth(folder.path("growth.csv"), std::ios::binary);
  CHECK(std::string(std::istreambuf_iterator<char>(growth), {}) ==
        test::output_of({"curve", "llama-3.1-405b", "deepseek-v3", "gemma-3-27b", "gpt-oss-120b",
                         "qwen3-next-80b-a3b", "deepseek-v4-flash", "mistral-7b", "rwkv-7", "--to", "1M", "--on",
                         "h200-sxm", "-o", "csv"}));
}

TEST_CASE("a changed model moves the page") {
  const test::Folder zoo;
  std::string text = test::source_text("modelzoo/deepseek-v3.yaml");
  const std::string from = "kv_lora_rank: 512";
  zoo.write("deepseek-v3.yaml", text.replace(text.find(from), from.size(), "kv_lora_rank: 448"));
  const auto own = [](const test::Words& more) {
    test::Words words{"report", "--section", "four-attentions", "-o", "json"};
    words.insert(words.end(), more.begin(), more.end());
    return test::kvtally(words);
  };
  CHECK(own({}).out.find("8.578 GiB with its own") != std::string::npos);
  const auto changed = own({"--zoo", zoo.path("")});
  // 61 layers x (448 + 64) x 2 bytes x 131,072 tokens; the lecture's printed 8.6 GiB now needs a reason
  CHECK(changed.exit_code == 3);
  CHECK(changed.err.find("8.6 GiB") != std::string::npos);
}

TEST_CASE("a deployment's page data") {
  test::check_golden("tests/golden/cli/report-deployment.json",
                     test::output_of({"report", "deployment", "deepseek-v3", "--on", "h200-sxm", "--users", "64",
                                      "-c", "128K", "-o", "json"}));
}

TEST_CASE("what the report of a deployment says is what fit and plan say") {
  const Json report = Json::parse(test::output_of(
      {"report", "deployment", "llama-3.1-70b", "--on", "h100-sxm", "--users", "32", "-c", "32K", "-o", "json"}));
  const Json fit = Json::parse(
      test::output_of({"fit", "llama-3.1-70b", "--on", "h100-sxm", "--users", "32", "-c", "32K", "-o", "json"}));
  CHECK(report["sections"][0]["values"]["devices"] == std::to_string(fit["devices"].get<int>()));
  const Json plan = Json::parse(
      test::output_of({"plan", "llama-3.1-70b", "--on", "h100-sxm", "--users", "32", "-c", "32K", "-o", "json"}));
  CHECK(report["sections"][2]["values"]["front"] == std::to_string(plan["front"].size()));
}

TEST_CASE("the same words give the same bytes, in each language") {
  for (const std::string language : {"en", "zh"}) {
    const test::Words words{"report", "models", "llama-3.1-8b", "--lang", language};
    CHECK(test::output_of(words) == test::output_of(words));
  }
}

TEST_CASE("what a report cannot be asked") {
  test::check_golden("tests/golden/cli/report-refused.txt",
                     test::refusals({
                         {"report", "modles"},
                         {"report", "models"},
                         {"report", "models", "lama-3.1-8b", "no-such-model"},
                         {"report", "deployment", "llama-3.1-8b"},
                         {"report", "deployment", "llama-3.1-8b", "--on", "h1000"},
                         {"report", "deployment", "llama-3.1-8b", "--on", "h100-sxm", "--users", "0"},
                         {"report", "models", "llama-3.1-8b", "--lang", "de"},
                         {"report", "models", "llama-3.1-8b", "--section", "layer"},
                         {"report", "models", "llama-3.1-8b", "-o", "table"},
                         {"report", "models", "llama-3.1-8b", "-c", "-5"},
                         {"report", "models", "llama-3.1-8b", "deepseek-v3", "-o", "csv"},
                         {"report", "models", "llama-3.1-8b", "-o", "svg", "--section", "layers"},
                         {"report", "no/such.yaml"},
                     }));
}

}  // namespace

}  // namespace kvtally::report_test
