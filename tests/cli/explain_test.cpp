#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::explain_test {

namespace {

using Json = nlohmann::json;

TEST_CASE("the help of explain") {
  test::check_golden("tests/golden/cli/help-explain.txt", test::output_of({"explain", "--help"}));
}

TEST_CASE("explain says what show says") {
  const Json shown = Json::parse(test::output_of(
      {"show", "kimi-k3", "-c", "100001", "-b", "3", "--kv-dtype", "fp8", "-o", "json"}))["models"][0];
  const Json explained = Json::parse(
      test::output_of({"explain", "kimi-k3", "-c", "100001", "-b", "3", "--kv-dtype", "fp8", "-o", "json"}));
  const auto& totals = explained["totals"];
  CHECK(totals[0]["value"] == shown["total_bytes"]);
  CHECK(totals[1]["value"] == shown["marginal_bytes_per_token"]);
  CHECK(totals[2]["value"] == shown["read_bytes_per_step"]);
  CHECK(totals[3]["value"] == shown["written_bytes_per_step"]);
  CHECK(totals[4]["value"] == shown["macs_per_step"]);
  CHECK(explained["assumptions"] == shown["assumptions"]);
}

TEST_CASE("a description of one's own: the places are those of its file") {
  const test::Folder folder;
  folder.write("mine.yaml",
               "name: X\nnum_hidden_layers: 2\nhidden_size: 64\nnum_attention_heads: 4\n"
               "num_key_value_heads: 4\nlayer_types: full_attention x2\n");
  const std::string path = folder.path("mine.yaml");
  const Json json = Json::parse(test::output_of({"explain", path, "-c", "10", "-o", "json"}));
  CHECK(json["sources"][2]["key"] == "num_attention_heads");
  CHECK(json["sources"][2]["where"] == path + ":4");
  CHECK(json["sources"].back()["where"] == "hidden_size ÷ num_attention_heads");
}

TEST_CASE("--out and --zoo, and shapes for a context") {
  const test::Folder folder;
  const std::string file = folder.path("out.txt");
  CHECK(test::output_of({"explain", "llama-2-7b", "-O", file}).empty());
  CHECK(test::output_of({"explain", "llama-2-7b", "--zoo", folder.path("")}) ==
        test::output_of({"explain", "llama-2-7b"}));
  const std::string shapes = test::output_of({"explain", "rwkv-7", "--shapes", "-c", "128K", "-b", "2"});
  CHECK(shapes.find("Here B = 2 and S = 131,072.") != std::string::npos);
}

TEST_CASE("the parameters of a model, which need no context") {
  const std::string text = test::output_of({"explain", "rwkv-7", "--params"});
  CHECK(text.starts_with("Parameters of RWKV-7 Goose 2.9B (rwkv-7)\n"));
  CHECK(text.find("2,947,735,040") != std::string::npos);
  const std::string markdown = test::output_of({"explain", "rwkv-7", "--params", "-o", "markdown"});
  CHECK(markdown.starts_with("## Parameters of RWKV-7 Goose 2.9B (rwkv-7)\n"));
  const Json json = Json::parse(test::output_of({"explain", "rwkv-7", "--params", "-o", "json"}));
  CHECK(json["parameters"]["computed_total"] == 2947735040);
  const Json shown = Json::parse(test::output_of({"show", "rwkv-7", "-c", "1K", "-o", "json"}));
  CHECK(shown["models"][0]["parameters"] == json["parameters"]);
}

TEST_CASE("a step on a device, in every format") {
  for (const std::string format : {"table", "markdown", "json"}) {
    CAPTURE(format);
    test::check_golden("tests/golden/cli/explain-on." + format,
                       test::output_of({"explain", "deepseek-v3.2", "--on", "h200-sxm", "-c", "32K", "--users",
                                        "16", "--tp", "8", "-o", format}));
  }
}

TEST_CASE("a step and a memory are explained as roofline and fit have them") {
  const test::Words asked{"gpt-oss-120b", "--on", "h100-sxm", "-c", "8K", "-u", "32", "--tp", "4", "-o", "json"};
  const auto json_of = [&](const char* command) {
    test::Words words = asked;
    words.insert(words.begin(), command);
    return Json::parse(test::output_of(words));
  };
  const Json sections = json_of("explain")["device"]["sections"];
  const auto amount = [&](std::string_view title, std::string_view name) {
    for (const Json& section : sections) {
      for (const Json& line : section["lines"]) {
        if (section["title"] == title && line["name"] == name) {
          return line["value"].get<double>();
        }
      }
    }
    return -1.0;
  };
  const double total = json_of("roofline")["models"][0]["decode"]["total_seconds"];
  CHECK(amount("one step", "in all") == doctest::Approx(1e6 * total));
  const Json fit = json_of("fit");
  CHECK(amount("memory of the fullest device", "in all") == fit["device"]["total_bytes"]);
  CHECK(amount("devices, exactly", "devices") == doctest::Approx(fit["devices_exact"].get<double>()));
}

TEST_CASE("what explain refuses") {
  test::check_golden("tests/golden/cli/wrong-explains.txt",
                     test::refusals({{"explain"},
                                     {"explain", "lama-2-7b"},
                                     {"explain", "deepseek-v3", "kimi-k2"},
                                     {"explain", "rwkv-7"},
                                     {"explain", "deepseek-v3", "-o", "csv"},
                                     {"explain", "deepseek-v3", "-o", "wide"},
                                     {"explain", "deepseek-v3", "-o", "yaml"},
                                     {"explain", "deepseek-v3", "-c", "-5"},
                                     {"explain", "llama-2-7b", "--mtp"},
                                     {"explain", "llama-2-7b", "--mtp", "--shapes"},
                                     {"explain", "llama-2-7b", "--kv-dtype", "fp8_ds_mla"},
                                     {"explain", "deepseek-v3", "--tp", "8"},
                                     {"explain", "deepseek-v3", "--active", "37B"},
                                     {"explain", "deepseek-v3", "--on", "h100"},
                                     {"explain", "deepseek-v3", "--on", "h100-sxm", "--tp", "3"},
                                     {"explain", "deepseek-v3", "--on", "h100-sxm", "--shapes"},
                                     {"explain", "deepseek-v3", "--on", "h100-sxm", "--as", "mha"},
                                     {"explain", "missing.yaml"}}));
}

}  // namespace

}  // namespace kvtally::explain_test
