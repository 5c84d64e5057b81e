#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"
#include "support/golden.hpp"

namespace kvtally::roofline_test {

namespace {

using Json = nlohmann::json;

constexpr const char* kLecture = "tpu-v7x:chip,bandwidth=7.37TB/s";

Json model_of(test::Words words) {
  words.insert(words.begin(), "roofline");
  words.insert(words.end(), {"-o", "json"});
  return Json::parse(test::output_of(words))["models"][0];
}

TEST_CASE("a roofline in every format") {
  for (const std::string format : {"table", "wide", "markdown", "latex", "csv", "json", "plot", "svg"}) {
    CAPTURE(format);
    test::check_golden("tests/golden/cli/roofline." + format,
                       test::output_of({"roofline", "deepseek-v3.2", "--on", kLecture, "-c", "128K", "--prompt",
                                        "4K", "-o", format}));
  }
}

TEST_CASE("without a format the drawing stands above the parts") {
  const test::Words words{"roofline", "llama-2-7b", "--on", "h100-sxm"};
  const auto in = [&](const std::string& format) {
    test::Words all = words;
    all.insert(all.end(), {"-o", format});
    return test::output_of(all);
  };
  CHECK(test::output_of(words) == in("plot") + "\n\n" + in("table"));
}

TEST_CASE("the lecture's figures on a TPU v7 chip") {
  const Json lecture =
      Json::parse(test::output_of({"roofline", "deepseek-v3", "--on", kLecture, "-c", "128K", "--active", "37B",
                                   "--weight-dtype", "all=fp8", "-o", "json"}));
  CHECK(lecture["ridge_flop_per_byte"].get<double>() == doctest::Approx(313.03).epsilon(2e-5));
  const Json& decode = lecture["models"][0]["decode"];
  CHECK(decode["weight_seconds"].get<double>() * 1e3 == doctest::Approx(5.020).epsilon(1e-4));
  CHECK(decode["cache_seconds"].get<double>() * 1e3 == doctest::Approx(1.250).epsilon(1e-3));
  const Json own = model_of({"deepseek-v3", "--on", kLecture, "-c", "128K", "--weight-dtype", "all=fp8"});
  CHECK(own["decode"]["weight_seconds"].get<double>() * 1e3 == doctest::Approx(4.970).epsilon(2e-4));
}

TEST_CASE("Llama 2 7B crosses where its cache is as large as its weights") {
  CHECK(model_of({"llama-2-7b", "--on", "h100-sxm", "--whole-weights"})["crossover_tokens"] == 25'705);
  CHECK(model_of({"llama-2-7b", "--on", "h100-sxm"})["crossover_tokens"] == 25'205);
}

TEST_CASE("a description without weights still has the caches' time") {
  const std::string yaml =
      "name: V3 with MHA\nnum_hidden_layers: 61\nnum_attention_heads: 128\nnum_key_value_heads: 128\n"
      "head_dim: 128\nlayer_types: full_attention x61\n";
  const Json out =
      Json::parse(test::output_of({"roofline", "-", "--on", kLecture, "-c", "128K", "-o", "json"}, yaml));
  const Json& model = out["models"][0];
  CHECK(model["weights"].is_null());
  CHECK(model["decode"]["weight_bytes"] == 0);
  CHECK(model["decode"]["cache_seconds"].get<double>() * 1e3 == doctest::Approx(71.10).epsilon(1e-4));
  CHECK(model["decode"]["parts"][0]["intensity_flop_per_byte"] == 1.0);
  CHECK(model["assumptions"].dump().find("weights not known") != std::string::npos);
  const auto refused = test::kvtally({"roofline", "-", "--on", "h100-sxm", "-c", "1K", "--whole-weights"}, yaml);
  CHECK(refused.exit_code != 0);
}

TEST_CASE("reached instead of peak; a device without FLOP/s") {
  const double peak = model_of({"llama-2-7b", "--on", "h100-sxm"})["decode"]["total_seconds"];
  const double reached = model_of({"llama-2-7b", "--on", "h100-sxm", "--achieved"})["decode"]["total_seconds"];
  CHECK(reached > peak);
  CHECK(test::output_of({"roofline", "llama-2-7b", "--on", "apple-m5"}).find("compute bound not published") !=
        std::string::npos);
}

TEST_CASE("draft layers: --draft counts them") {
  const Json plain = model_of({"deepseek-v3", "--on", "h200-sxm", "-c", "4K"});
  CHECK(plain["assumptions"].dump().find("draft (MTP) layers: 1, not counted (--draft counts them)") !=
        std::string::npos);
  const Json drafts =
      model_of({"deepseek-v3", "--on", "h200-sxm", "-c", "4K", "--draft", "1", "--acceptance", "1"});
  CHECK(drafts["assumptions"].dump().find("MTP") == std::string::npos);
  CHECK(drafts["drafts"]["tokens_per_step"] == 2.0);
}

TEST_CASE("a model over several devices, in every format") {
  const test::Words asked{"roofline", "deepseek-v3", "--on", "h100-sxm", "-c",   "32K", "-u",   "64",
                          "--tp",     "8",           "--pp", "4",        "--dp", "2",   "--ep", "16"};
  for (const std::string format : {"table", "markdown", "csv", "json"}) {
    CAPTURE(format);
    test::Words words = asked;
    words.insert(words.end(), {"--prompt", "8K", "--chunk", "2K", "-o", format});
    test::check_golden("tests/golden/cli/roofline-laid." + format, test::output_of(words));
  }
  test::check_golden(
      "tests/golden/cli/roofline-tp.table",
      test::output_of({"roofline", "deepseek-v3", "--gpu", "NVIDIA H200", "-c", "128K", "--tp", "8"}));
}

TEST_CASE("V3 on TP 8: the latents on each device") {
  const Json decode = model_of({"deepseek-v3", "--on", "h200-sxm", "-c", "128K", "--tp", "8"})["decode"];
  CHECK(decode["cache_bytes"] == 9'210'691'584);
  CHECK(decode["link"]["all_reduce_bytes"] == 2 * 7 * 7168 * 2 / 8 * 122);
  CHECK(decode["stages"].size() == 1);
  const Json alone = model_of({"deepseek-v3", "--on", "h200-sxm", "-c", "128K"});
  CHECK(alone["placement"].is_null());
  CHECK(alone["decode"]["link"].is_null());
}

TEST_CASE("a step is as long for roofline as for fit") {
  const std::vector<test::Words> questions{
      {"deepseek-v3", "-c", "32K", "-u", "16", "--tp", "16"},
      {"deepseek-v3", "-c", "32K", "-u", "64", "--tp", "4", "--pp", "4", "--dp", "2", "--ep", "8"},
      {"llama-3.1-70b", "-c", "128K", "-u", "4", "--tp", "8"},
      {"gpt-oss-120b", "-c", "32K", "-u", "100", "--dp", "4", "--ep", "4"},
      {"llama-3.1-8b", "-c", "8K", "-u", "3", "--tp", "1", "--weight-dtype", "q8_0"},
      {"deepseek-v3", "-c", "16K", "-u", "32", "--tp", "16", "--active", "37B", "--achieved"},
  };
  for (const test::Words& question : questions) {
    const auto asked = [&](const char* command) {
      test::Words words = question;
      words.insert(words.begin(), command);
      words.insert(words.end(), {"--on", "h200-sxm", "-o", "json"});
      return Json::parse(test::kvtally(words).out);
    };
    const Json fit = asked("fit");
    CAPTURE(fit["placement"].dump());
    CHECK(fit["fits"] == true);
    const double step = asked("roofline")["models"][0]["decode"]["total_seconds"];
    CHECK(fit["step_seconds"].get<double>() == doctest::Approx(step).epsilon(1e-12));
  }
}

TEST_CASE("what is refused") {
  test::check_golden(
      "tests/golden/cli/wrong-rooflines.txt",
      test::refusals(
          {{"roofline"},
           {"roofline", "llama-2-7b"},
           {"roofline", "llama-2-7b", "--on", "h100"},
           {"roofline", "llama-2-7b", "--on", "h200-sxn"},
           {"roofline", "lama-2-7b", "--on", "h100-sxm"},
           {"roofline", "rwkv-7", "--on", "h100-sxm"},
           {"roofline", "llama-2-7b", "--on", "h100-sxm", "--mtp"},
           {"roofline", "llama-2-7b", "--on", "h100-sxm", "--tp", "3"},
           {"roofline", "llama-2-7b", "--on", "h100-sxm", "--tp", "0"},
           {"roofline", "llama-2-7b", "--on", "h100-sxm", "--pp", "33"},
           {"roofline", "deepseek-v3", "--on", "h100-sxm", "--ep", "3"},
           {"roofline", "deepseek-v3", "--on", "tpu-v7x", "--level", "vmem"},
           {"roofline", "deepseek-v3", "--on", "tpu-v7x", "--level", "sram"},
           {"roofline", "llama-2-7b", "--on", "h100-sxm", "--prompt", "1099511627775", "-b", "16777215"},
           {"roofline", "llama-2-7b", "--on", "h100-sxm", "--prompt", "1M", "--chunk", "1"}}));
}

}  // namespace

}  // namespace kvtally::roofline_test
