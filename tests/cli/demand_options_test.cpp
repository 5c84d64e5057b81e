#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "cli/transcript.hpp"

namespace kvtally::demand_options_test {

namespace {

using test::Words;

// Of Llama 2 7B, half a MiB a token, on one device with room for many.
nlohmann::json fit(const Words& more) {
  Words words{"fit", "llama-2-7b", "--on", "h100-sxm,memory=8000GiB", "-n", "1", "-o", "json"};
  words.insert(words.end(), more.begin(), more.end());
  return nlohmann::json::parse(test::output_of(words));
}

std::int64_t tokens_kept(const Words& more) { return fit(more)["cache_bytes"].get<std::int64_t>() / 524288; }

// What is said of a value, without the program's name and the hint behind it.
std::string wrong(const std::string& option, const std::string& value) {
  const test::Outcome outcome = test::kvtally({"fit", "llama-2-7b", "--on", "l4", option + "=" + value});
  CHECK(outcome.exit_code == 2);
  const std::string start = "kvtally: " + option + ": '" + value + "': ";
  const std::size_t end = outcome.err.find("; expected");
  const bool known = outcome.err.starts_with(start) && end != std::string::npos;
  return known ? outcome.err.substr(start.size(), end - start.size()) : outcome.err;
}

TEST_CASE("a context, or percentiles of it") {
  CHECK(tokens_kept({"-u", "20", "-c", "4K"}) == 20 * 4096);
  CHECK(tokens_kept({"-u", "20", "-c", "p50=4K,p95=32K,p100=128K"}) == 10 * 4096 + 9 * 32768 + 131072);
  CHECK(tokens_kept({"-u", "1000", "-c", " p99.9 = 1K , p100=2K"}) == 999 * 1024 + 2048);
  CHECK(tokens_kept({"-u", "7", "-c", "p100=1"}) == 7);
  CHECK(tokens_kept({"-u", "4", "-c", "p50=1K,p100=1K"}) == 4096);
  CHECK(fit({"-u", "4", "-c", "p50=1K,p100=2K"})["context_tokens"] == 2048);
}

TEST_CASE("contexts that are none") {
  CHECK(wrong("--context", "p50=4K") == "the longest requests are missing");
  CHECK(wrong("--context", "p50=4K,p50=8K,p100=9K") == "'p50=8K' does not rise above the one before");
  CHECK(wrong("--context", "p50=4K,p100=2K") == "'p100=2K' does not rise above the one before");
  CHECK(wrong("--context", "50=4K,p100=8K") == "'50' is no percentile such as p95 or p99.9");
  for (const std::string none : {"p0", "p101", "p99.99", "p9.9.9", "p", "p99.", "p.5", "p-1", "P50"}) {
    CHECK(wrong("--context", none + "=4K,p100=8K") == "'" + none + "' is no percentile such as p95 or p99.9");
  }
  CHECK(wrong("--context", "p50=4K,8K") == "'8K' is no percentile and context such as p95=32K");
  CHECK(wrong("--context", "p50=4K=2") == "'p50=4K=2' is no percentile and context such as p95=32K");
  for (const std::string none : {"p100=", "=", "=4K", "p99999999999999999999=4K", ",", "p100=0"}) {
    CHECK(wrong("--context", none) != "");
  }
}

TEST_CASE("what is left free: bytes or a share") {
  const std::int64_t all = 8000LL << 30;
  const auto reserve = [](const std::string& text) {
    return fit({"-u", "1", "-c", "1K", "--reserve", text})["device"]["reserve_bytes"].get<std::int64_t>();
  };
  CHECK(reserve("2GiB") == 2LL << 30);
  CHECK(reserve("2GB") == 2'000'000'000);
  CHECK(reserve("5%") == all / 20);
  CHECK(reserve(" 2.5 % ") == all / 40);
  CHECK(reserve("90%") == all / 10 * 9);
  for (const std::string nothing : {"0", "0B", "0%", "0.0%", "0 %"}) {
    CHECK(reserve(nothing) == 0);
  }
  for (const std::string none : {"100%", "2.55%", "-1%", "%", "5 5%"}) {
    CHECK(wrong("--reserve", none) == "it is no share such as 5% or 2.5%");
  }
  for (const std::string none : {"much", "5", "-1GiB", "", "2GiB5%"}) {
    CHECK(wrong("--reserve", none) != "");
  }
}

TEST_CASE("prompts, outputs, samples and a shared prefix") {
  CHECK(tokens_kept({"-u", "2", "--prompt", "3K", "--output", "1K"}) == 8192);
  CHECK(tokens_kept({"-u", "2", "--prompt", "3K", "--output", "1K", "--samples", "4"}) == 2 * (3072 + 4 * 1024));
  CHECK(tokens_kept({"-u", "2", "-c", "4K", "--shared-prefix", "1K"}) == 1024 + 2 * 3072);
  CHECK(tokens_kept({"-u", "2", "--prompt", "3K", "--output", "1K", "--samples", "4", "--shared-prefix", "1K"}) ==
        1024 + 2 * (2048 + 4 * 1024));
  CHECK(tokens_kept({"-u", "3", "-c", "4K", "--shared-prefix", "8K"}) == 4096);
}

TEST_CASE("a prompt without an output begins requests that end at the context") {
  const auto flat = fit({"-u", "2", "-c", "4K"});
  const auto grows = fit({"-u", "2", "-c", "4K", "--prompt", "1K"});
  CHECK(grows["cache_bytes"] == flat["cache_bytes"]);
  CHECK(grows["step_seconds"] < flat["step_seconds"]);
}

TEST_CASE("tokens computed together widen the activations") {
  const auto activations = [](const std::string& tokens) {
    return fit({"-u", "1", "-c", "4K", "--batched-tokens", tokens})["device"]["activation_bytes"]
        .get<std::int64_t>();
  };
  CHECK(activations("2048") == fit({"-u", "1", "-c", "4K"})["device"]["activation_bytes"]);
  CHECK(activations("4096") - activations("2048") == 2048LL * 33024 * 2);
}

TEST_CASE("what engines use of a device is the rest of a reserve") {
  const auto reserve = [](const std::string& option, const std::string& value) {
    return fit({option, value})["device"]["reserve_bytes"].get<std::int64_t>();
  };
  CHECK(reserve("--gpu-memory-utilization", "0.9") == reserve("--reserve", "10%"));
  CHECK(reserve("--gpu-memory-utilization", "0.925") == reserve("--reserve", "7.5%"));
  CHECK(reserve("--gpu-memory-utilization", "1.0") == 0);
  CHECK(wrong("--gpu-memory-utilization", "0.0") == "it is not above 0 and at most 1");
  CHECK(wrong("--gpu-memory-utilization", "1.5") == "it is not above 0 and at most 1");
  for (const std::string value : {"90%", ".9", "0.", "0.9x", "-0.9", "2", "0.9999", "0,9"}) {
    CAPTURE(value);
    CHECK(wrong("--gpu-memory-utilization", value) == "it is no part such as 0.9");
  }
  CHECK(test::kvtally({"fit", "llama-2-7b", "--on", "l4", "--reserve", "5%", "--gpu-memory-utilization", "0.9"})
            .err.starts_with(
                "kvtally: --gpu-memory-utilization: --reserve says it already; expected one of the two"));
}

}  // namespace

}  // namespace kvtally::demand_options_test
