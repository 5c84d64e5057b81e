#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "support/golden.hpp"

namespace kvtally::curve_test {

namespace {

using Json = nlohmann::json;

TEST_CASE("a curve in every format") {
  for (const std::string format : {"table", "wide", "markdown", "latex", "csv", "json", "plot", "svg"}) {
    CAPTURE(format);
    test::check_golden("tests/golden/cli/curve." + format,
                       test::output_of({"curve", "deepseek-v4-flash", "gemma-3-27b", "--from", "100", "--to", "8K",
                                        "-o", format}));
  }
}

TEST_CASE("the contexts run from 1K, or 1 where a model has less, to its own maximum") {
  const std::string header =
      "model,context,kv_bytes,indexer_bytes,state_bytes,open_bytes,total_bytes,cross_bytes,draft_bytes\n";
  CHECK(test::output_of({"curve", "llama-2-7b", "-o", "csv"}) ==
        header + "llama-2-7b,1024,536870912,0,0,0,536870912,0,0\n" +
            "llama-2-7b,2048,1073741824,0,0,0,1073741824,0,0\n" +
            "llama-2-7b,4096,2147483648,0,0,0,2147483648,0,0\n");
  CHECK(test::output_of({"curve", "whisper-large-v3", "--points", "2", "-o", "csv"}) ==
        header + "whisper-large-v3,1,163840,0,0,0,245923840,245760000,0\n" +
            "whisper-large-v3,448,73400320,0,0,0,319160320,245760000,0\n");
}

TEST_CASE("formats, batches and draft layers mean what they mean in show") {
  const auto slope = [](test::Words words) {
    words.insert(words.begin(), {"curve", "deepseek-v3", "-o", "json"});
    return Json::parse(test::output_of(words))["models"][0]["pieces"][0]["slope_bytes_per_token"]
        .get<std::int64_t>();
  };
  CHECK(slope({}) == 70272);
  CHECK(slope({"--kv-dtype", "fp8"}) == 70272 / 2);
  CHECK(slope({"-b", "3"}) == 3 * 70272);
  CHECK(slope({"--mtp"}) == 70272);
  const Json far = Json::parse(test::output_of({"curve", "llama-2-7b", "--to", "8K", "-o", "json"}))["models"][0];
  CHECK(far["assumptions"][0] ==
        "contexts beyond the model's own maximum of 4096: what its shape would need there");
}

TEST_CASE("without a format the drawing stands above the pieces") {
  const test::Words words{"curve", "deepseek-v4-flash", "gemma-3-27b", "--from", "100", "--to", "8K"};
  const auto in = [&](const std::string& format) {
    test::Words all = words;
    all.insert(all.end(), {"-o", format});
    return test::output_of(all);
  };
  CHECK(test::output_of(words) == in("plot") + "\n\n" + in("table"));
}

TEST_CASE("drawings in ASCII where the terminal wants nothing else") {
  const auto ascii = [](const std::string& text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  };
  const test::Words words{"curve", "mistral-7b", "-o", "plot"};
  CHECK_FALSE(ascii(test::output_of(words)));
  CHECK(ascii(test::kvtally(words, {}, {"NO_COLOR=1"}).out));
  CHECK(ascii(test::kvtally(words, {}, {"TERM=dumb"}).out));
}

TEST_CASE("--on: how far the caches alone reach in a device's memory") {
  const test::Words words{"curve", "deepseek-v3", "rwkv-7", "--to", "128K", "--on", "h100-sxm,memory=80GiB", "-o"};
  const auto in = [&](const std::string& format) {
    test::Words all = words;
    all.push_back(format);
    return test::output_of(all);
  };
  const Json models = Json::parse(in("json"))["models"];
  CHECK(models[0]["device"]["id"] == "h100-sxm, memory=80GiB");
  CHECK(models[0]["device"]["usable_bytes"] == 85899345920);
  CHECK(models[0]["longest_context_tokens"] == 85899345920 / 70272);
  CHECK(models[1]["longest_context_tokens"] == (std::int64_t{1} << 40) - 1);
  CHECK(in("table").find(
            "in the 80 GiB of h100-sxm, memory=80GiB, weights not counted, fit: DeepSeek-V3 1,222,383 tokens") !=
        std::string::npos);
  for (const std::string format : {"plot", "svg"}) {
    CHECK(in(format).find("h100-sxm, memory=80GiB: 80 GiB") != std::string::npos);
  }
  CHECK(Json::parse(test::output_of({"curve", "deepseek-v3", "-o", "json"}))["models"][0]["device"].is_null());
}

TEST_CASE("ranges that are none") {
  test::check_golden("tests/golden/cli/wrong-curves.txt",
                     test::refusals({{"curve"},
                                     {"curve", "lama-2-7b"},
                                     {"curve", "rwkv-7"},
                                     {"curve", "llama-2-7b", "--from", "8K"},
                                     {"curve", "llama-2-7b", "--from", "8K", "--to", "4K"},
                                     {"curve", "llama-2-7b", "--from", "-5"},
                                     {"curve", "llama-2-7b", "--to", "010"},
                                     {"curve", "llama-2-7b", "--points", "1"},
                                     {"curve", "llama-2-7b", "--points", "10001"},
                                     {"curve", "llama-2-7b", "-c", "5"},
                                     {"curve", "llama-2-7b", "--mtp"},
                                     {"curve", "llama-2-7b", "--on", "h1000-sxm"},
                                     {"curve", "lama-2-7b", "--on", "h1000-sxm"},
                                     {"curve", "llama-2-7b", "-o", "svgg"},
                                     {"curve", "llama-2-7b", "--to", "1023G", "-b", "16777215"}}));
}

}  // namespace

}  // namespace kvtally::curve_test
