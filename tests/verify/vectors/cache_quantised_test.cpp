#include <algorithm>
#include <doctest/doctest.h>

#include "verify/vectors/altered.hpp"

namespace kvtally::cache_quantised_test {

namespace {

std::string golden() { return test::source_text("tests/golden/vectors/cache_quantised_affine.json"); }

std::string changed(std::string_view where, std::string_view from, std::string_view to) {
  return test::altered_behind("cache_quantised_affine", where, from, to);
}

std::vector<std::string> failures(std::string text) {
  const auto checks = run_vector("v.json", std::move(text));
  REQUIRE_MESSAGE(checks, render(checks.error()));
  std::vector<std::string> out;
  for (const Check& check : *checks) {
    if (!check.passed) {
      out.push_back(check.name);
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

TEST_CASE("the quantised vector is reproduced: 16 quantiser cases, 8 steps of the container") {
  const auto checks = run_vector("v.json", golden());
  REQUIRE_MESSAGE(checks, render(checks.error()));
  CHECK(checks->size() == 16 * 6 + 8 * 3);
  for (const Check& check : *checks) {
    CAPTURE(check.name);
    CAPTURE(check.error.value_or(-1));
    CHECK(check.passed);
  }
}

TEST_CASE("a figure that is off by a little fails its comparison, and no other") {
  using Names = std::vector<std::string>;
  // The first numbers of the first case, in double.
  CHECK(failures(changed("\"codes\"", "[8,", "[9,")) == Names{"vectors.cache_quantised_affine/quantiser 0/codes"});
  CHECK(failures(changed("\"scale\"", "0.31040623901", "0.31040623902")) ==
        Names{"vectors.cache_quantised_affine/quantiser 0/scale"});
  CHECK(failures(changed("\"shift\"", "1.42505623449", "1.42505623448")) ==
        Names{"vectors.cache_quantised_affine/quantiser 0/shift"});
  CHECK(failures(changed("\"dequantised\"", "1.05819367763", "1.05819367764")) ==
        Names{"vectors.cache_quantised_affine/quantiser 0/dequantised"});
  CHECK(failures(changed("\"smallest_distance_from_rounding_tie\"", "0.0077653726", "0.0077653727")) ==
        Names{"vectors.cache_quantised_affine/quantiser 0/distance from a tie"});
  CHECK(failures(changed("\"grouped_shape\"", "[16,8]", "[8,16]")) ==
        Names{"vectors.cache_quantised_affine/quantiser 0/grouped shape"});
  // The second case is computed in float, and not a bit may differ.
  CHECK(failures(changed("\"float32\"", "0.23003219068050385", "0.23003220558166504")) ==
        Names{"vectors.cache_quantised_affine/quantiser 1/scale"});
  CHECK(failures(changed("\"returned_keys\"", "\"quantised_tokens\":6", "\"quantised_tokens\":5")) ==
        Names{"vectors.cache_quantised_affine/container 0/step 0/quantised"});
  CHECK(failures(changed("\"returned_keys\"", "\"residual_tokens\":0", "\"residual_tokens\":1")) ==
        Names{"vectors.cache_quantised_affine/container 0/step 0/waiting"});
  CHECK(failures(changed("\"returned_keys\"", "0.97666212627755", "0.97666212628755")) ==
        Names{"vectors.cache_quantised_affine/container 0/step 0/keys"});
  // One token more may wait: the fifth step no longer quantises.
  const Names later = failures(changed("\"container\"", "\"residual_length\":4", "\"residual_length\":5"));
  REQUIRE(later.size() > 2);
  CHECK(later.front() == "vectors.cache_quantised_affine/container 0/step 4/quantised");
}

TEST_CASE("what the runner does not understand is a problem of the file") {
  CHECK(problem(changed("\"quantiser\"", "\"bits\":4", "\"bits\":9")) == "codes of 9 bits");
  CHECK(problem(changed("\"quantiser\"", "\"axis\":0", "\"axis\":2")) == "groups run along axis 0 or -1, not 1");
  CHECK(problem(changed("\"quantiser\"", "\"group_size\":8", "\"group_size\":7")) ==
        "groups of 7 do not divide 64 numbers");
  CHECK(problem(changed("\"quantiser\"", "\"shape\":[2,2,4,8]", "\"shape\":[2,2,4,9]")) ==
        "a shape of other than 128 numbers");
  CHECK(problem(changed("\"quantiser\"", "\"shape\":[2,2,4,8]", "\"shape\":[]")) ==
        "a shape of other than 128 numbers");
  CHECK(problem(changed("\"quantiser\"", "\"float64\"", "\"float16\"")) == "the type 'float16'");
  CHECK(problem(changed("\"container\"", "\"axis\":0", "\"axis\":-1")) ==
        "a quantised container along another axis");
  CHECK(problem(changed("\"container\"", "\"tokens_added\":6", "\"tokens_added\":14")) == "14 tokens");
  CHECK(problem(changed("\"container\"", "\"q_group_size\":8", "\"q_group_size\":9")) ==
        "groups of 9 do not divide 96 numbers");
  CHECK(problem(changed("\"container\"", "\"residual_length\"", "\"residual\"")) ==
        "'outputs.container[0].residual_length' is missing or no integer");
  CHECK(problem(changed("\"container\"", "\"nbits\"", "\"new\":1,\"nbits\"")) == "nothing reads 'new'");
}

}  // namespace kvtally::cache_quantised_test
