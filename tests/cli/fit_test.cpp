#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "core/text.hpp"
#include "support/folder.hpp"
#include "support/golden.hpp"

namespace kvtally::fit_test {

namespace {

using test::Words;

// What the command prints when it says no.
std::string no(const Words& words) {
  const test::Outcome outcome = test::kvtally(words);
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.err == "");
  return outcome.out;
}

TEST_CASE("devices, in every format") {
  const Words asked{"fit", "deepseek-v3", "--on", "h100-sxm"};
  test::check_golden("tests/golden/cli/fit.txt", test::output_of(asked));
  for (const std::string format : {"wide", "markdown", "csv", "json"}) {
    Words words = asked;
    words.insert(words.end(), {"-o", format});
    test::check_golden("tests/golden/cli/fit." + format, test::output_of(words));
  }
}

TEST_CASE("users, a context, or whether it fits") {
  test::check_golden("tests/golden/cli/fit-users.txt",
                     test::output_of({"fit", "gpt-oss-120b", "--on", "h100-sxm", "-n", "2", "-c",
                                      "p50=4K,p95=32K,p100=128K", "--shared-prefix", "2K"}));
  test::check_golden("tests/golden/cli/fit-context.txt",
                     test::output_of({"fit", "gemma-3-27b", "--on", "l40s", "-n", "2", "-u", "8", "--weight-dtype",
                                      "fp8", "--kv-dtype", "fp8"}));
  test::check_golden(
      "tests/golden/cli/fit-given.txt",
      test::output_of({"fit", "llama-3.1-8b", "--on", "rtx-4090,memory=24GiB", "--tp", "1", "-u", "3", "--prompt",
                       "6K", "--output", "2K", "--samples", "2", "--reserve", "1GiB"}));
}

TEST_CASE("what does not fit says why, and the exit code is 1") {
  test::check_golden("tests/golden/cli/fit-no.txt",
                     no({"fit", "llama-3.1-70b", "--on", "l4", "-n", "4", "-u", "1", "-c", "128K"}) + "\n" +
                         no({"fit", "gemma-3-27b", "--on", "l4", "-n", "1", "-c", "8K"}) + "\n" +
                         no({"fit", "gemma-3-27b", "--on", "l4", "-n", "1", "-u", "2"}) + "\n" +
                         no({"fit", "gpt-3-175b", "--on", "l4", "-c", "2K", "-u", "100000"}) + "\n" +
                         no({"fit", "llama-3.1-8b", "--on", "h100-sxm", "--tp", "3"}));
  const auto json =
      nlohmann::json::parse(no({"fit", "llama-3.1-8b", "--on", "h100-sxm", "--tp", "3", "-o", "json"}));
  CHECK(json["fits"] == false);
  CHECK(json["devices"] == nullptr);
  CHECK(json["device"] == nullptr);
  CHECK(json["refused"][0] ==
        "num_key_value_heads 8 does not divide over tp 3; expected a tp that divides it, or that it divides");
}

TEST_CASE("another attention's cache beside the model's weights") {
  test::check_golden("tests/golden/cli/fit-as.txt", test::output_of({"fit", "deepseek-v3", "--on", "tpu-v7x", "-c",
                                                                     "128K", "--published", "--as", "mha"}));
}

TEST_CASE("within 100 columns, without blanks at the end") {
  for (const Words& words : {Words{"fit", "deepseek-v3", "--on", "h100-sxm", "-n", "16", "--shared-prefix", "1K"},
                             Words{"fit", "gpt-3-175b", "--on", "l4", "-c", "2048", "-u", "1000"},
                             Words{"fit", "jamba-v0.1", "--on", "mi300x"}}) {
    for (const std::string& line : test::lines_of(test::output_of(words))) {
      CHECK(display_width(line) <= 100);
      CHECK(!line.ends_with(' '));
    }
  }
}

TEST_CASE("a model and a device of one's own") {
  const test::Folder folder;
  folder.write("mine.yaml", "name: Mine\nmemory: {stated: 16 GB, usable: 16 GB, basis: measured}\n");
  const auto json = nlohmann::json::parse(
      test::output_of({"fit", "qwen3-8b", "--on", folder.path("mine.yaml"), "-n", "2", "-c", "4K", "-o", "json"}));
  CHECK(json["on"] == "mine");
  CHECK(json["usable_bytes"] == 16'000'000'000);
  CHECK(json["step_seconds"] == nullptr);
  CHECK(json["assumptions"].dump().find("no times: ") != std::string::npos);
}

TEST_CASE("words that fit does not take") {
  test::check_golden(
      "tests/golden/cli/wrong-fits.txt",
      test::refusals({{"fit"},
                      {"fit", "--on", "l4"},
                      {"fit", "llama-2-7b"},
                      {"fit", "llama-2-7b", "llama-2-70b", "--on", "l4"},
                      {"fit", "nobody", "--on", "l4"},
                      {"fit", "llama-2-7b", "--on", ""},
                      {"fit", "llama-2-7b", "--on", "H100"},
                      {"fit", "llama-2-7b", "--on", "all"},
                      {"fit", "llama-2-7b", "--on", "l4;t4"},
                      {"fit", "llama-2-7b", "--on", "l4;t5;H100"},
                      {"fit", "llama-2-7b", "--on", "l4,memory=24"},
                      {"fit", "llama-2-7b", "--on", "l4", "-n", "0"},
                      {"fit", "llama-2-7b", "--on", "l4", "-n", "100000"},
                      {"fit", "llama-2-7b", "--on", "l4", "-n", "8", "--tp", "4"},
                      {"fit", "llama-2-7b", "--on", "l4", "--tp", "4", "--ep", "3"},
                      {"fit", "llama-2-7b", "--on", "l4", "--tp", "0", "--pp", "x"},
                      {"fit", "llama-2-7b", "--on", "l4", "-u", "0"},
                      {"fit", "llama-2-7b", "--on", "l4", "-u", "many", "-c", "4X"},
                      {"fit", "llama-2-7b", "--on", "l4", "-c", ""},
                      {"fit", "llama-2-7b", "--on", "l4", "-c", "p50=4K"},
                      {"fit", "llama-2-7b", "--on", "l4", "-c", "p50=4K,p40=8K,p100=9K"},
                      {"fit", "llama-2-7b", "--on", "l4", "-c", "p50=4K,p100=2K"},
                      {"fit", "llama-2-7b", "--on", "l4", "-c", "50=4K,p100=8K"},
                      {"fit", "llama-2-7b", "--on", "l4", "-c", "p99.99=4K,p100=8K"},
                      {"fit", "llama-2-7b", "--on", "l4", "--output", "2K"},
                      {"fit", "llama-2-7b", "--on", "l4", "--prompt", "2K", "--output", "2K", "-c", "4K"},
                      {"fit", "llama-2-7b", "--on", "l4", "--samples", "4"},
                      {"fit", "llama-2-7b", "--on", "l4", "--samples", "0", "--prompt", "1K"},
                      {"fit", "llama-2-7b", "--on", "l4", "--shared-prefix", "-1"},
                      {"fit", "llama-2-7b", "--on", "l4", "--batched-tokens", "0"},
                      {"fit", "llama-2-7b", "--on", "l4", "--reserve", "120%"},
                      {"fit", "llama-2-7b", "--on", "l4", "--reserve", "2.55%"},
                      {"fit", "llama-2-7b", "--on", "l4", "--reserve", "much"},
                      {"fit", "llama-2-7b", "--on", "l4", "--reserve", "25GB"},
                      {"fit", "llama-2-7b", "--on", "l4", "--weight-dtype", "fp9"},
                      {"fit", "llama-2-7b", "--on", "l4", "--active", "7B", "--whole-weights"},
                      {"fit", "llama-2-7b", "--on", "l4", "--as", "mha,mqa"},
                      {"fit", "llama-2-7b", "--on", "l4", "--as", "gqa-5"},
                      {"fit", "llama-2-7b", "--on", "l4", "--as", "mla"},
                      {"fit", "rwkv-7", "--on", "l4"},
                      {"fit", "llama-2-7b", "--on", "l4", "-o", "yaml"},
                      {"fit", "llama-2-7b", "--on", "l4", "--mtp"}}));
}

TEST_CASE("the help") { test::check_golden("tests/golden/cli/help-fit.txt", test::output_of({"fit", "--help"})); }

TEST_CASE("a device that is part of a chip is not said to have the chip's memory") {
  const std::string out = test::output_of({"fit", "llama-2-7b", "--on", "tpu-v7x"});
  CHECK(out.find("(tpu-v7x): 94.74 GiB usable, one of the 2 devices of a chip with 192 GiB") != std::string::npos);
  const std::string chip = test::output_of({"fit", "llama-2-7b", "--on", "tpu-v7x:chip"});
  CHECK(chip.find("(tpu-v7x:chip): 189.48 GiB usable of the 192 GiB stated") != std::string::npos);
}

}  // namespace

}  // namespace kvtally::fit_test
