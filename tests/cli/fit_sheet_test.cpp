#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"

namespace kvtally::fit_sheet_test {

namespace {

using test::Words;

nlohmann::json fit(Words words) {
  words.insert(words.begin(), "fit");
  words.insert(words.end(), {"-o", "json"});
  return nlohmann::json::parse(test::output_of(words));
}

TEST_CASE("the lecture's deployment of DeepSeek-V3 on TPU v7") {
  const auto mla = fit({"deepseek-v3", "--on", "tpu-v7x", "-c", "128K", "--published"});
  CHECK(mla["weight_bytes"] == 671'000'000'000);  // 624.9 GiB
  CHECK(mla["cache_bytes_per_user"] == 9'210'691'584);
  CHECK(mla["devices_exact"].get<double>() == doctest::Approx(6.687).epsilon(0.0001));
  const auto mha = fit({"deepseek-v3", "--on", "tpu-v7x", "-c", "128K", "--published", "--as", "mha"});
  CHECK(mha["weight_bytes"] == 671'000'000'000);
  CHECK(mha["cache_bytes_per_user"] == 488LL << 30);
  CHECK(mha["devices_exact"].get<double>() == doctest::Approx(11.747).epsilon(0.0001));
  CHECK(mha["assumptions"].dump().find("a counterfactual: the cache of mha beside the weights of DeepSeek-V3") !=
        std::string::npos);
}

TEST_CASE("the notes' five requests of 4K on a card of 24 GB or 24 GiB") {
  const auto users = [](const std::string& on) {
    return fit({"llama-2-7b", "--on", on, "-n", "1", "-c", "4K", "--reserve", "0"})["users"];
  };
  for (const std::string card : {"rtx-3090", "rtx-4090"}) {
    CHECK(users(card + ",memory=24GB") == 4);
    CHECK(users(card + ",memory=24GiB") == 5);
    CHECK(users(card) == 5);  // 24 GB stated, 23.99 GiB as the driver prints it
  }
}

TEST_CASE("DeepSeek-V3's smallest number of devices on h100-sxm, with the reason") {
  const auto json = fit({"deepseek-v3", "--on", "h100-sxm"});
  CHECK(json["devices"] == 10);
  CHECK(json["smallest_tp"] == 16);
  CHECK(json["smaller"]["placement"]["devices"] == 9);
  CHECK(json["binding"] ==
        "memory: the nearest of fewer, 9 devices (TP 1, PP 9), would need 80.606 GiB on the fullest, 979.017 MiB "
        "more than is usable");
}

TEST_CASE("a device's share of Llama 3.1 70B over 16 and of DeepSeek-V3 over 8") {
  const auto llama = fit({"llama-3.1-70b", "--on", "h100-sxm", "--tp", "16", "-c", "128K", "-u", "1"});
  CHECK(llama["device"]["cache_bytes"] == 5'368'709'120);
  CHECK(llama["kept_everywhere_bytes"] == 85'899'345'920);
  const auto v3 = fit({"deepseek-v3", "--on", "h200-sxm", "--tp", "8", "-c", "128K", "-u", "1"});
  CHECK(v3["device"]["cache_bytes"] == 9'210'691'584);
}

TEST_CASE("what is not given is asked for") {
  const auto asked = [](const Words& more) {
    Words words{"llama-3.1-8b", "--on", "h100-sxm"};
    words.insert(words.end(), more.begin(), more.end());
    return fit(words)["asked"];
  };
  CHECK(asked({}) == "devices");
  CHECK(asked({"-u", "4", "-c", "4K"}) == "devices");
  CHECK(asked({"-n", "1"}) == "users");
  CHECK(asked({"--dp", "2", "-c", "4K"}) == "users");
  CHECK(asked({"-n", "1", "-u", "4"}) == "context");
  CHECK(asked({"-n", "1", "-u", "4", "-c", "4K"}) == "nothing");
  CHECK(asked({"-n", "1", "-u", "4", "--prompt", "4K", "--output", "1K"}) == "nothing");
}

TEST_CASE("sized at the end, timed at the mean; samples share the prompt") {
  const auto grows = fit({"llama-2-7b", "--on", "a100-pcie-80", "-n", "1", "--prompt", "3K", "--output", "1K"});
  CHECK(grows["context_tokens"] == 4096);
  CHECK(grows["cache_bytes_per_user"] == 2LL << 30);
  const auto flat = fit({"llama-2-7b", "--on", "a100-pcie-80", "-n", "1", "-c", "4K"});
  CHECK(grows["users"] == flat["users"]);
  CHECK(grows["step_seconds"] < flat["step_seconds"]);
  const auto samples = fit({"llama-2-7b", "--on", "a100-pcie-80", "-n", "1", "-u", "2", "--prompt", "3K",
                            "--output", "1K", "--samples", "4"});
  CHECK(samples["cache_bytes"] == 2LL * (3072 + 4 * 1024) * 524288);
}

TEST_CASE("--active sets what a step reads, --whole-weights all of it") {
  const auto seconds = [](const Words& more) {
    Words words{"deepseek-v3", "--on", "h200-sxm", "--tp", "8", "-c", "4K", "-u", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return fit(words)["step_seconds"].get<double>();
  };
  CHECK(seconds({"--active", "37B"}) < seconds({"--active", "74B"}));
  CHECK(seconds({"--active", "74B"}) < seconds({"--whole-weights"}));
  CHECK(seconds({"--achieved"}) > seconds({}));
}

TEST_CASE("the format of weights and entries changes who fits") {
  const auto users = [](const Words& more) {
    Words words{"llama-3.1-8b", "--on", "rtx-4090", "-n", "1", "-c", "8K"};
    words.insert(words.end(), more.begin(), more.end());
    return fit(words)["users"].get<std::int64_t>();
  };
  CHECK(users({}) == 7);
  CHECK(users({"--kv-dtype", "fp8"}) == 15);
  CHECK(users({"--weight-dtype", "q4_0"}) > 15);
  CHECK(users({"--reserve", "0"}) > users({}));
  CHECK(users({"--reserve", "2GiB"}) < users({}));
  CHECK(users({"--shared-prefix", "7K"}) > 40);
}

}  // namespace

}  // namespace kvtally::fit_sheet_test
