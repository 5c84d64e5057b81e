#include "reference/tensor/frequencies.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <numbers>

namespace kvtally::reference::frequencies_test {

namespace {

constexpr double kClose = sizeof(Real) == 8 ? 1e-14 : 1e-6;

void check_radians(const Frequencies& frequencies, const std::vector<double>& expected) {
  REQUIRE(frequencies.radians.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(std::abs(static_cast<double>(frequencies.radians[i]) - expected[i]) <= kClose);
  }
}

// With base 16 and 8 channels the frequencies are 16^(−i ÷ 4) = 1, ½, ¼, ⅛; within 16π tokens they make 8, 4, 2
// and 1 turns.
constexpr double kLength = 16 * std::numbers::pi;

}  // namespace

TEST_CASE("frequencies fall by one ratio from pair to pair") {
  check_radians(plain_frequencies(16, 8), {1, 0.5, 0.25, 0.125});
  check_radians(plain_frequencies(10000, 2), {1});
  check_radians(linear_frequencies(16, 8, 4), {0.25, 0.125, 0.0625, 0.03125});
  CHECK(plain_frequencies(16, 8).scaling == 1);
}

TEST_CASE("llama3 scaling keeps fast pairs, divides slow ones and blends between") {
  // 8 turns are more than 6: kept. 4 turns: m = (4 − 2) ÷ (6 − 2) = ½, ½ · ½ + ½ · ½ ÷ 4 = 0.3125. 2 turns: m = 0,
  // ¼ ÷ 4. 1 turn is fewer than 2: ⅛ ÷ 4.
  const Llama3Scaling scaling{
      .factor = 4, .low_freq_factor = 2, .high_freq_factor = 6, .original_length = kLength};
  check_radians(llama3_frequencies(16, 8, scaling), {1, 0.3125, 0.0625, 0.03125});
}

TEST_CASE("yarn's ramp lies between the pairs that make beta_fast and beta_slow turns") {
  // Pair i makes 8 ÷ 2^i turns, so 2^1.5 turns are made at 1.5 and 2^0.75 at 2.25.
  YarnScaling scaling{.factor = 4,
                      .original_length = kLength,
                      .beta_fast = std::exp2(1.5),
                      .beta_slow = std::exp2(0.75),
                      .attention_factor = {}};
  SUBCASE("to whole pairs, outwards: 1 and 3") {
    // Pair 2 is half way: ½ · ¼ + ½ · ¼ ÷ 4 = 0.15625.
    check_radians(yarn_frequencies(16, 8, scaling), {1, 0.5, 0.15625, 0.03125});
  }
  SUBCASE("as they are") {
    // Pair 2 is 0.5 ÷ 0.75 of the way: ⅓ · ¼ + ⅔ · ¼ ÷ 4 = 0.125.
    scaling.truncate = false;
    check_radians(yarn_frequencies(16, 8, scaling), {1, 0.5, 0.125, 0.03125});
  }
  SUBCASE("a ramp that has shrunk to a point is a step") {
    // Both ends at 0: more turns than any pair makes. Pair 0 keeps its frequency, all others are divided.
    scaling.beta_fast = scaling.beta_slow = 9;
    check_radians(yarn_frequencies(16, 8, scaling), {1, 0.125, 0.0625, 0.03125});
  }
}

TEST_CASE("yarn scales cosines and sines") {
  CHECK(yarn_gain(1) == 1);
  CHECK(yarn_gain(0.5, 7) == 1);
  CHECK(yarn_gain(std::numbers::e) == doctest::Approx(1.1));
  CHECK(yarn_gain(std::numbers::e, 3) == doctest::Approx(1.3));

  YarnScaling scaling{.factor = std::numbers::e, .attention_factor = {}};
  const auto factor = [&] { return yarn_frequencies(10000, 8, scaling).scaling; };
  CHECK(factor() == doctest::Approx(1.1));
  scaling.mscale = 3;  // alone it says nothing
  CHECK(factor() == doctest::Approx(1.1));
  scaling.mscale_all_dim = 1;
  CHECK(factor() == doctest::Approx(1.3 / 1.1));
  scaling.attention_factor = 0.7;
  CHECK(factor() == doctest::Approx(0.7));
}

}  // namespace kvtally::reference::frequencies_test
