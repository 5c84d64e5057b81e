#include <doctest/doctest.h>

#include "verify/vectors/altered.hpp"

namespace kvtally::cache_sliding_test {

namespace {

std::string golden() { return test::source_text("tests/golden/vectors/cache_sliding_container.json"); }

std::string changed(std::string_view where, std::string_view from, std::string_view to) {
  return test::altered_behind("cache_sliding_container", where, from, to);
}

std::string failures(std::string text) {
  const auto checks = run_vector("v.json", std::move(text));
  REQUIRE_MESSAGE(checks, render(checks.error()));
  std::string out;
  for (const Check& check : *checks) {
    if (!check.passed) {
      out += check.name.substr(check.name.find('/') + 1) + '\n';
    }
  }
  return out;
}

std::string problem(std::string text) {
  const auto checks = run_vector("v.json", std::move(text));
  REQUIRE_FALSE(checks);
  return checks.error().front().what;
}

}  // namespace

// 9 runs of the growing window with 48 steps of 6 figures, 6 of the static one with 32 of 4, 3 figures a run.
TEST_CASE("the vector of the sliding containers is reproduced, bit for bit") {
  const auto checks = run_vector("v.json", golden());
  REQUIRE_MESSAGE(checks, render(checks.error()));
  CHECK(checks->size() == 48 * 6 + 32 * 4 + (9 + 6) * 3);
  for (const Check& check : *checks) {
    CAPTURE(check.name);
    CHECK(check.passed);
    CHECK(check.bound.value_or(0) == 0);
  }
}

TEST_CASE("a figure that is off fails its comparison, and no other") {
  CHECK(failures(changed("\"dynamic\"", "\"mask_kv_length\":6", "\"mask_kv_length\":5")) ==
        "dynamic 0/step 0/mask length\n");
  CHECK(failures(changed("\"dynamic\"", "\"mask_kv_offset\":3", "\"mask_kv_offset\":2")) ==
        "dynamic 0/step 1/mask offset\n");
  CHECK(failures(changed("\"dynamic\"", "\"returned_length\":4", "\"returned_length\":3")) ==
        "dynamic 0/step 1/handed out\n");
  CHECK(failures(changed("\"dynamic\"", "\"stored_length\":3", "\"stored_length\":4")) ==
        "dynamic 0/step 0/kept\n");
  CHECK(failures(changed("\"dynamic\"", "\"cumulative_length\":6", "\"cumulative_length\":7")) ==
        "dynamic 0/step 0/cumulative length\n");
  CHECK(failures(changed("\"returned_keys_first\"", "0.533314519160981", "0.533324519160981")) ==
        "dynamic 0/step 0/first key\n");
  CHECK(failures(changed("\"final_keys\"", "0.5001725094198614", "0.5001825094198614")) ==
        "dynamic 0/keys kept\n");
  CHECK(failures(changed("\"final_values\"", "-0.13096188979666337", "-0.13097188979666337")) ==
        "dynamic 0/values kept\n");
  CHECK(failures(changed("\"static\"", "\"cumulative_length\":0", "\"cumulative_length\":6")) ==
        "static 0/step 0/cumulative length\n");
}

TEST_CASE("what the runner of sliding containers does not understand is a problem of the file") {
  CHECK(problem(changed("\"dynamic\"", "DynamicSlidingWindowLayer", "StaticSlidingWindowLayer")) ==
        "the container 'StaticSlidingWindowLayer'");
  CHECK(problem(changed("\"dynamic\"", "\"tokens_added\":6", "\"tokens_added\":5")) ==
        "steps that add other tokens than 'chunks' says");
  CHECK(problem(changed("\"dynamic\"", "\"window\":4", "\"window\":0")) == "'outputs.dynamic[0].window' is 0");
  CHECK(problem(changed("\"dynamic\"", "\"window\"", "\"new\":1,\"window\"")) == "nothing reads 'new'");
}

}  // namespace kvtally::cache_sliding_test
