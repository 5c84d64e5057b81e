#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"

namespace kvtally::deployment_test {

namespace {

using test::Words;

nlohmann::json fit(Words words) {
  words.insert(words.begin(), "fit");
  words.insert(words.end(), {"-o", "json"});
  return nlohmann::json::parse(test::output_of(words));
}

bool assumed(const nlohmann::json& json, const std::string& what) {
  return std::ranges::any_of(json["assumptions"],
                             [&](const auto& line) { return line.template get<std::string>() == what; });
}

TEST_CASE("without a context the model's own maximum, beyond it only with a word") {
  const auto own = fit({"llama-3.1-8b", "--on", "h100-sxm"});
  CHECK(own["context_tokens"] == 131072);
  CHECK(assumed(own, "requests of the model's own maximum of 131,072 tokens"));
  const auto longer = fit({"llama-3.1-8b", "--on", "h100-sxm", "-c", "256K"});
  CHECK(longer["context_tokens"] == 262144);
  CHECK(assumed(longer,
                "a context beyond the model's own maximum of 131,072 tokens: what its shape would need there"));
}

TEST_CASE("a placement is taken as given, one number is enough") {
  CHECK(fit({"llama-3.1-8b", "--on", "h100-sxm", "--tp", "2", "-c", "4K", "-u", "1"})["placement"] ==
        nlohmann::json{{"tp", 2}, {"cp", 1}, {"pp", 1}, {"dp", 1}, {"ep", 1}, {"devices", 2}});
  CHECK(fit({"deepseek-v3", "--on", "h200-sxm", "--dp", "8", "--ep", "8", "-c", "4K", "-u", "64", "-n",
             "8"})["placement"]["ep"] == 8);
  CHECK(fit({"llama-3.1-8b", "--on", "h100-sxm", "--pp", "1", "-c", "4K"})["asked"] == "users");
}

TEST_CASE("one device, as software sees it or a whole chip, with figures of one's own") {
  CHECK(fit({"llama-3.1-8b", "--on", "tpu-v7x:chip"})["on"] == "tpu-v7x:chip");
  CHECK(fit({"llama-3.1-8b", "--on", "h100-sxm,memory=40GiB"})["usable_bytes"] == 40LL << 30);
}

}  // namespace

}  // namespace kvtally::deployment_test
