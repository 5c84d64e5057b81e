#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "support/golden.hpp"

namespace kvtally::compare_test {

namespace {

using Json = nlohmann::json;

Json compared(test::Words words) {
  words.insert(words.begin(), "compare");
  words.insert(words.end(), {"-o", "json"});
  return Json::parse(test::output_of(words));
}

TEST_CASE("DeepSeek-V3's shape with the lecture's four attentions, in every format") {
  for (const std::string format : {"table", "wide", "markdown", "latex", "csv", "json"}) {
    CAPTURE(format);
    test::check_golden("tests/golden/cli/compare-as." + format,
                       test::output_of({"compare", "deepseek-v3", "--as", "mha,gqa-8,mqa,mla", "-c", "128K",
                                        "--on", "tpu-v7x", "-o", format}));
  }
}

TEST_CASE("models side by side, in every format") {
  for (const std::string format : {"table", "wide", "markdown", "latex", "csv", "json"}) {
    CAPTURE(format);
    test::check_golden("tests/golden/cli/compare-models." + format,
                       test::output_of({"compare", "deepseek-v4-flash", "gemma-3-27b", "-o", format}));
  }
}

TEST_CASE("the lecture's figures: 488, 30.5, 3.8 and 8.6 GiB, 16, 128 and 56.9 times, 5.151 devices") {
  const Json rows =
      compared({"deepseek-v3", "--as", "mha,gqa-8,mqa,mla,mha:192+128", "-c", "128K", "--on", "tpu-v7x"})["rows"];
  REQUIRE(rows.size() == 5);
  CHECK(rows[0]["kv_bytes"] == 523986010112);
  CHECK(rows[1]["kv_bytes"] == 32749125632);
  CHECK(rows[2]["kv_bytes"] == 4093640704);
  CHECK(rows[3]["kv_bytes"] == 9210691584);
  CHECK(rows[4]["kv_bytes"] == 654982512640);  // 610.0 GiB
  CHECK(rows[1]["ratio_to_first"] == 16);
  CHECK(rows[2]["ratio_to_first"] == 128);
  CHECK(rows[3]["ratio_to_first"].get<double>() == doctest::Approx(56.888889));
  CHECK(rows[0]["devices_exact"].get<double>() == doctest::Approx(5.150940));
  CHECK(rows[0]["counterfactual"] == true);
  CHECK(rows[3]["counterfactual"] == false);  // it is the model's own
}

TEST_CASE("options of models mean what they mean in show") {
  const auto total = [](const test::Words& more) {
    test::Words words{"deepseek-v3", "--as", "gqa-8", "-c", "1K"};
    words.insert(words.end(), more.begin(), more.end());
    return compared(words)["rows"][0]["total_bytes"].get<std::int64_t>();
  };
  const std::int64_t one = std::int64_t{61} * 1024 * 8 * (128 + 128) * 2;
  CHECK(total({}) == one);
  CHECK(total({"-b", "3"}) == 3 * one);
  CHECK(total({"--kv-dtype", "fp8"}) == one / 2);
  CHECK(total({"--kv-dtype", "full_attention=fp8"}) == one / 2);
  CHECK(total({"--mtp"}) == one / 61 * 62);
}

TEST_CASE("words are printed in one spelling, whatever was typed") {
  const Json rows = compared({"deepseek-v3", "--as", "MHA, GQA8,gqa_16:192+128,As_Is,SWA-4K", "-c", "1K"})["rows"];
  std::string words;
  for (const Json& row : rows) {
    words += row["as"].get<std::string>() + " ";
  }
  CHECK(words == "mha gqa-8 gqa-16:192+128 as-is swa-4096 ");
}

TEST_CASE("each of several models is given each attention") {
  const Json json = compared({"llama-2-7b", "deepseek-v3", "--as", "as-is,mqa", "-c", "1K"});
  std::string rows;
  for (const Json& row : json["rows"]) {
    rows += row["model"].get<std::string>() + " " + row["as"].get<std::string>() + ", ";
  }
  CHECK(rows == "llama-2-7b as-is, llama-2-7b mqa, deepseek-v3 as-is, deepseek-v3 mqa, ");
  CHECK(json["models"].size() == 2);
}

TEST_CASE("one model twice is one model") {
  const Json json = compared({"llama-2-7b", "llama-2-7b"});
  CHECK(json["rows"].size() == 2);
  CHECK(json["rows"][0]["context"] == 4096);
  CHECK(json["models"].size() == 1);
  CHECK(json["differences"].empty());
}

TEST_CASE("a device with another memory") {
  const Json json = compared({"deepseek-v3", "--as", "mha", "-c", "128K", "--on", "h100-sxm,memory=61GiB"});
  CHECK(json["rows"][0]["devices_exact"] == 8);
  CHECK(json["device"]["id"] == "h100-sxm, memory=61GiB");
}

TEST_CASE("comparisons that are none") {
  const std::string v3 = "deepseek-v3";
  test::check_golden("tests/golden/cli/wrong-comparisons.txt",
                     test::refusals({{"compare"},
                                     {"compare", v3},
                                     {"compare", v3, "nobody"},
                                     {"compare", v3, "--as", ","},
                                     {"compare", v3, "--as", "mah,gqa,mla,flash"},
                                     {"compare", v3, "--as", "mha", "--as", "mqa"},
                                     {"compare", v3, "--as", "gqa-7,gqa-256"},
                                     {"compare", v3, "--as", "mha:2147483647+1"},
                                     {"compare", v3, "--as", "swa-0", "--on", "tpu-v77"},
                                     {"compare", v3, "--as", "mha", "--on", "h100"},
                                     {"compare", v3, "--as", "mha", "--on", "h100-sxm,memory=0"},
                                     {"compare", v3, "--as", "mha,swa-8", "--kv-dtype", "sliding_attention=fp8"},
                                     {"compare", v3, "--as", "mha", "-c", "1023G", "-b", "16777215"},
                                     {"compare", "llama-2-7b", "rwkv-7", "--as", "mla,mha", "-c", "1K"},
                                     {"compare", "llama-2-7b", "rwkv-7"}}));
}

}  // namespace

}  // namespace kvtally::compare_test
