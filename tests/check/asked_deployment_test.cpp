#include "check/asking.hpp"

namespace kvtally::asked_deployment_test {

namespace {

std::string users(const std::string& what) {
  return test::ask("figure: fit.users, model: llama-2-7b, context: 4K, on: h100-sxm, weights: false, " + what);
}

TEST_CASE("a placement: what is not given is 1") {
  CHECK(users("tp: 1") == users("devices: 1"));
  CHECK(users("tp: 2, devices: 2") == users("tp: 2"));
  CHECK(users("dp: 2") == "74 users");
  CHECK(users("ep: 3") ==
        "ep 3 does not fit tp × cp = 1 and dp 1; expected a divisor of 1, or 1 times a divisor of 1");
  CHECK(users("tp: 0").starts_with("tp is "));
  CHECK(users("tp: 2, devices: 4") == "devices are 4, those of the placement 2");
}

TEST_CASE("what is left free: bytes, or a share") {
  CHECK(users("tp: 1, reserve: 0 %") == "39 users");
  CHECK(users("tp: 1, reserve: 5 %") == users("tp: 1"));
  CHECK(users("tp: 1, reserve: 40 GiB") == "19 users");
  CHECK(users("tp: 1, reserve: 2.55 %") == "reserve is 51/2000");
  CHECK(users("tp: 1, reserve: 100 %") == "reserve is 1");
  CHECK(users("tp: 1, reserve: 5 tokens") == "reserve is 5 tokens");
  CHECK(users("tp: 1, reserve: much") == "'much': it does not start with a digit");
  CHECK(users("tp: 1, reserve: 100 GiB") == "reserve leaves nothing of h100-sxm");
}

TEST_CASE("what is asked for is not given, and what is needed is") {
  CHECK(users("") == "devices are missing");
  CHECK(users("devices: 1, users: 3") == "unknown key 'users'");
  CHECK(test::ask("figure: fit.devices, model: llama-2-7b, context: 4K, on: h100-sxm, tp: 2") ==
        "devices are given: they are what is asked for");
  CHECK(test::ask("figure: fit.context_tokens, model: llama-2-7b, users: 2, on: h100-sxm") ==
        "devices are missing");
  CHECK(test::ask("figure: fit.context_tokens, model: llama-2-7b, users: 0, devices: 1, on: h100-sxm")
            .starts_with("users is "));
  CHECK(test::ask("figure: fit.devices, model: llama-2-7b, context: 4K, users: 2, on: rtx-9999") ==
        "unknown device 'rtx-9999'");
}

}  // namespace

}  // namespace kvtally::asked_deployment_test
