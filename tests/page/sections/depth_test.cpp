#include "page/sections/depth.hpp"

#include <cmath>
#include <doctest/doctest.h>

namespace kvtally::depth_test {

namespace {

const std::vector<Depth> kModels{{"a", "A", 8, 2}, {"b", "B", 16, 4}, {"c", "C", 24, 3}, {"d", "D", 32, 8}};

bool always(const Depth&) { return true; }
bool never(const Depth&) { return false; }

}  // namespace

TEST_CASE("ratios") {
  CHECK(ratio_words({"", "", 8, 2}) == "3:1");
  CHECK(ratio_words({"", "", 93, 24}) == "69:24");
  CHECK(ratio_words({"", "", 5, 5}) == "0:1");
  CHECK(ratio_words({"", "", 5, 0}) == "5:0");
  CHECK(ratio_of({"", "", 32, 3}) == doctest::Approx(29.0 / 3));
}

TEST_CASE("two coefficients, or none") {
  const auto both = correlations_of(kModels);
  REQUIRE(both.has_value());
  // layers over 8: 1 2 3 4 against 2 4 3 8: products 1.5 x 2.25 + 0.5 x 0.25 - 0.5 x 1.25 + 1.5 x 3.75 = 8.5
  CHECK(both->with_full == doctest::Approx(8.5 / std::sqrt(5 * 20.75)));
  // 3 3 7 3: 0.5 x 3 - (-1.5 - 0.5 + 1.5) x ... = 2
  CHECK(both->with_ratio == doctest::Approx(2 / std::sqrt(5 * 12.0)));
  CHECK_FALSE(correlations_of({kModels[0], kModels[1]}));
  CHECK_FALSE(correlations_of({kModels[0], kModels[1], kModels[3]}));  // one ratio
}

TEST_CASE("readings of a list") {
  const auto all = reading_of(kModels, always, never);
  REQUIRE(all.has_value());
  CHECK(all->models == 4);
  CHECK(all->least.with_full == all->most.with_full);
  const auto fewer = reading_of(kModels, always, [](const Depth& model) { return model.id != "c"; });
  REQUIRE(fewer.has_value());
  CHECK(fewer->models == 3);
  CHECK(fewer->least.with_full < fewer->most.with_full);
  CHECK_FALSE(
      reading_of(kModels, always, [](const Depth& model) { return model.id == "c"; }));  // one ratio is left
  CHECK_FALSE(reading_of(kModels, never, never));
}

TEST_CASE("coefficients in words") {
  CHECK(coefficient_words(0.843) == "+0.84");
  CHECK(coefficient_words(-0.07) == "-0.07");
  CHECK(coefficient_words(0.82, 0.83, " to ") == "+0.82 to +0.83");
  CHECK(coefficient_words(0.821, 0.822, " to ") == "+0.82");
}

}  // namespace kvtally::depth_test
