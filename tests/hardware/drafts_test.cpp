#include "hardware/drafts.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "account/random_composition.hpp"
#include "hardware/roofline_models.hpp"
#include "support/print.hpp"

namespace kvtally::drafts_test {

namespace {

using test::lecture_rates;
using test::part_of;

TEST_CASE("tokens of a step on average") {
  CHECK(expected_tokens({3, 0}) == 1);
  CHECK(expected_tokens({3, 1}) == 4);
  CHECK(expected_tokens({1, 0.85}) == doctest::Approx(1.85));
  CHECK(expected_tokens({4, 0.8}) == doctest::Approx((1 - std::pow(0.8, 5)) / 0.2));
  CHECK(expected_tokens({0, 0.5}) == 1);
}

TEST_CASE("V3 drafts with its own layer: its weights, its cache, the model's head") {
  const Model model = test::zoo_model("deepseek-v3");
  const WeightLoad weights = test::weights_at(model, 1);
  const DecodeStep step{Tokens{4096}, 1, 1, {}};
  const DraftedStep drafted = drafted_time(model, weights, step, {2, 0.8}, lecture_rates());
  REQUIRE(drafted.draft);
  CHECK(part_of(*drafted.draft, "head").bytes == Bytes{Wide{129280} * 7168});
  CHECK(part_of(*drafted.draft, "mla entries").bytes == Bytes{4096 * 1152});
  CHECK(part_of(*drafted.draft, "experts").bytes == Bytes{Wide{8} * 3 * 7168 * 2048});
  CHECK(drafted.seconds.value == doctest::Approx(drafted.check.total.value + 2 * drafted.draft->total.value));
  CHECK(drafted.tokens == doctest::Approx(1 + 0.8 + 0.64));
  CHECK(drafted.per_token.value == doctest::Approx(drafted.seconds.value / 2.44));
  // the check of three tokens reads the cache once, their own entries with it
  CHECK(part_of(drafted.check, "mla entries").bytes == Bytes{Wide{4098} * 1152 * 61});
}

TEST_CASE("without a draft layer drafting is free") {
  const Model model = test::zoo_model("llama-2-7b");
  const DraftedStep drafted =
      drafted_time(model, test::weights_at(model, 2), {Tokens{4096}, 1, 1, {}}, {4, 0.5}, lecture_rates());
  CHECK_FALSE(drafted.draft);
  CHECK(drafted.seconds == drafted.check.total);
}

TEST_CASE("property: a higher acceptance never makes a token dearer") {
  CHECK(rc::check([] {
    const std::int64_t drafted = test::pick(1, 16);
    const double low = static_cast<double>(test::pick(0, 100)) / 100;
    const double high = low + static_cast<double>(test::pick(0, 100)) / 100 * (1 - low);
    RC_ASSERT(expected_tokens({drafted, low}) <= expected_tokens({drafted, high}));
    RC_ASSERT(expected_tokens({drafted, high}) <= static_cast<double>(drafted + 1));
  }));
}

}  // namespace

}  // namespace kvtally::drafts_test
