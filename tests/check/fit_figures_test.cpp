#include <doctest/doctest.h>

#include "check/asking.hpp"

namespace kvtally {

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

TEST_CASE("what is refused") {
  const std::string llama = ", model: llama-2-7b, context: 4K, on: h100-sxm";
  CHECK(ask("figure: fit.devices_exact, weights: 14, " + llama.substr(2)) == "weights are 14");
  CHECK(ask("figure: fit.devices_exact, weights: true" + llama) == "'true': it does not start with a digit");
  CHECK(ask("figure: fit.devices_exact, weights: false, model: llama-2-7b, context: 4K") ==
        "the key 'on' is missing");
}

}  // namespace

}  // namespace kvtally
