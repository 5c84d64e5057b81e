#include "page/sections/growth_words.hpp"

#include <doctest/doctest.h>

#include "model/limits.hpp"

namespace kvtally::growth_words_test {

TEST_CASE("how far a device reaches, in words") {
  const Words words = *Words::of("en");
  Curve curve;
  curve.limit = CurveLimit{{"d", Bytes{1}, ""}, std::nullopt};
  CHECK(reach_words(curve, words) == "not even one");
  curve.limit->longest = Tokens{1217035};
  CHECK(reach_words(curve, words) == "1,217,035");
  curve.limit->longest = Tokens{limits::kTokens};
  CHECK(reach_words(curve, words) == "any number");
}

TEST_CASE("bytes of a further token") {
  CHECK(growth_words({{5536}, 1}) == "5,536");
  CHECK(growth_words({{1025}, 4}) == "256.250");
}

}  // namespace kvtally::growth_words_test
