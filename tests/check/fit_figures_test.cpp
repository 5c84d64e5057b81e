#include <doctest/doctest.h>

#include "check/asking.hpp"

namespace kvtally::fit_figures_test {

namespace {

using test::ask;

TEST_CASE("devices that weights and caches fill, as a fraction") {
  const std::string llama = "model: llama-2-7b, context: 4K, on: 'h100-sxm,memory=64GiB'";
  // 4096 x 524,288 bytes are 2 GiB
  CHECK(ask("figure: fit.devices_exact, weights: false, " + llama) == "1/32 devices");
  CHECK(ask("figure: fit.devices_exact, weights: false, batch: 64, " + llama) == "2 devices");
  CHECK(ask("figure: fit.devices_exact, weights: 14 GiB, " + llama) == "1/4 devices");
  CHECK(ask("figure: fit.devices_exact, weights: {figure: product, of: [14 GiB, 9]}, " + llama) == "2 devices");
  CHECK(ask("figure: fit.weight_bytes, weight_dtype: all=bf16, " + llama) == "13476831232 bytes");
  CHECK(ask("figure: fit.weight_bytes, weights: false, " + llama) == "0 bytes");
  CHECK(ask("figure: fit.cache_bytes_per_user, batch: 3, weights: false, " + llama) == "2147483648 bytes");
}

TEST_CASE("what `fit` solves for") {
  // keys and values of 2 GiB a user at 4K: 64 GiB less the 1 GiB that is left free hold 31, and 0.13 GiB of
  // activations; at 2076 tokens 62 have 62 x 2076 x 512 KiB = 62.85 GiB
  const std::string llama = "model: llama-2-7b, weights: false, reserve: 1 GiB, on: 'h100-sxm,memory=64GiB'";
  CHECK(ask("figure: fit.users, context: 4K, devices: 1, " + llama) == "31 users");
  CHECK(ask("figure: fit.users, context: 4K, tp: 2, " + llama) == "62 users");
  CHECK(ask("figure: fit.devices, context: 4K, users: 31, " + llama) == "1 devices");
  CHECK(ask("figure: fit.devices, context: 4K, users: 32, " + llama) == "2 devices");
  CHECK(ask("figure: fit.context_tokens, users: 31, devices: 1, " + llama) == "4096 tokens");
  CHECK(ask("figure: fit.context_tokens, users: 62, devices: 1, " + llama) == "2076 tokens");
  CHECK(ask("figure: fit.context_tokens, users: 62, devices: 1, kv_dtype: fp8, " + llama) == "4096 tokens");
}

TEST_CASE("what keeps an answer from being better, as a sentence") {
  const std::string llama =
      "figure: fit.binding, model: llama-2-7b, weights: false, reserve: 1 GiB, "
      "on: 'h100-sxm,memory=64GiB'";
  CHECK(ask(llama + ", context: 4K, devices: 1") ==
        "memory: one user more would need 65.13 GiB on the fullest, 1.13 GiB more than is usable");
  CHECK(ask(llama + ", users: 1, devices: 1") == "the model's own maximum of 4,096 tokens");
  CHECK(ask(llama + ", context: 4K, users: 1") == "nothing: one device is the least there is");
  CHECK(ask(llama + ", context: 4K, users: 1, tp: 1") == "nothing: 60.874 GiB of the fullest device are free");
}

TEST_CASE("an answer that is none is a refusal that says why") {
  CHECK(ask("figure: fit.users, model: deepseek-v3, context: 128K, devices: 2, on: h200-sxm") ==
        "it does not fit: memory: 2 devices (TP 1, PP 2) would for a single user need 326.139 GiB on the fullest, "
        "185.739 GiB more than is usable");
}

TEST_CASE("what is refused") {
  const std::string llama = ", model: llama-2-7b, context: 4K, on: h100-sxm";
  CHECK(ask("figure: fit.devices_exact, weights: 14, " + llama.substr(2)) == "weights are 14");
  CHECK(ask("figure: fit.devices_exact, weights: true" + llama) == "'true': it does not start with a digit");
  CHECK(ask("figure: fit.devices_exact, weights: false, model: llama-2-7b, context: 4K") ==
        "the key 'on' is missing");
}

}  // namespace

}  // namespace kvtally::fit_figures_test
