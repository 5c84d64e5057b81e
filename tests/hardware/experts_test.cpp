#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "account/random_composition.hpp"
#include "hardware/roofline.hpp"

namespace kvtally::experts_test {

namespace {

using test::pick;

TEST_CASE("experts that a batch reads, by hand") {
  CHECK(experts_read(256, 8, 1) == 8);
  CHECK(experts_read(32, 4, 2) == doctest::Approx(7.5));
  CHECK(experts_read(128, 4, 64) == doctest::Approx(128 * (1 - std::pow(124.0 / 128, 64))));
  CHECK(experts_read(8, 8, 5) == 8);
  CHECK(experts_read(256, 8, 1'000'000) == 256);
  CHECK(experts_read(256, 8, 0) == 0);
}

TEST_CASE("property: from k to min(E, k B), and never fewer for more tokens") {
  CHECK(rc::check([] {
    const std::int64_t experts = pick(1, 512);
    const std::int64_t chosen = pick(1, experts);
    const std::int64_t tokens = pick(1, 5000);
    const double read = experts_read(experts, chosen, tokens);
    RC_ASSERT(read >= static_cast<double>(chosen));
    RC_ASSERT(read <= static_cast<double>(std::min(experts, chosen * tokens)));
    RC_ASSERT(experts_read(experts, chosen, tokens + 1) >= read);
  }));
}

}  // namespace

}  // namespace kvtally::experts_test
