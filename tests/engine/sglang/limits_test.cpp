#include "engine/sglang/limits.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "support/print.hpp"

namespace kvtally::sglang::limits_test {

namespace {

Settings settings(const FlagTexts& given) { return read_settings(given).value(); }

// 0.29 × 100 is 28.999999999999996 in doubles.
TEST_CASE("ratios are multiplied in doubles") {
  CHECK(scaled(24448, {4, 5}) == 19558);
  CHECK(scaled(100, {29, 100}) == 28);
}

TEST_CASE("the least full pool for a sliding one") {
  CHECK(full_for(100, {4, 5}, 1) == 125);
  CHECK(full_for(100, {4, 5}, 64) == 192);  // 0.8 × 192 = 153, in pages 128
  CHECK(full_for(29, {29, 100}, 1) == 101);
  CHECK(full_for(0, {4, 5}, 64) == 0);
  rc::check([] {
    const EngineShare ratio{*rc::gen::inRange(1, 1000), 1000};
    const Wide page = *rc::gen::element(1, 16, 64, 128);
    const Wide wanted = *rc::gen::inRange(1, 100000);
    const Wide full = full_for(wanted, ratio, page);
    RC_ASSERT(full % page == 0);
    RC_ASSERT(scaled(full, ratio) / page * page >= wanted);
    RC_ASSERT(scaled(full - 2 * page, ratio) / page * page < wanted);
  });
}

TEST_CASE("slots of a request") {
  CHECK(slots_per_request(settings({})) == 3);
  CHECK(slots_per_request(settings({{"--mamba-radix-cache-strategy", "extra_buffer"}})) == 5);
  CHECK(slots_per_request(settings({{"--mamba-radix-cache-strategy", "extra_buffer_lazy"}})) == 4);
  CHECK(slots_per_request(settings(
            {{"--mamba-radix-cache-strategy", "extra_buffer"}, {"--disable-overlap-schedule", ""}})) == 4);
  CHECK(slots_per_request(settings({{"--disable-radix-cache", ""}})) == 1);
}

TEST_CASE("requests at once") {
  Demand demand{Tokens{1000}, 1, {}, 1};
  CHECK(most_requests(settings({}), demand, 1000000, {}) == 4096);   // 512000 above the most
  CHECK(most_requests(settings({}), demand, 5000, {}) == 2500);      // half the tokens
  CHECK(most_requests(settings({}), demand, 6000, {}) == 3000);      // 3072 asked, half the tokens
  CHECK(most_requests(settings({}), demand, 4100, Wide{30}) == 10);  // 3 slots a request
  demand.limit = 7;
  CHECK(most_requests(settings({}), demand, 1000000, {}) == 7);
}

TEST_CASE("the cap needs requests, no radix cache and chunks") {
  const Cell cell{1024, 1024, 0, 1, 1, 8};
  Demand demand{Tokens{1000}, 2, 2, 1};
  const FlagTexts all{{"--disable-radix-cache", ""}, {"--chunked-prefill-size", "16"}};
  // 2 × (8 + 128 + 1 + 1) + 2 × 16 + 1
  CHECK(sliding_cap(cell, settings(all), demand) == 309);
  CHECK_FALSE(sliding_cap(cell, settings({{"--chunked-prefill-size", "16"}}), demand).has_value());
  CHECK_FALSE(sliding_cap(cell, settings({{"--disable-radix-cache", ""}}), demand).has_value());
  CHECK_FALSE(
      sliding_cap(cell, settings({{"--disable-radix-cache", ""}, {"--chunked-prefill-size", "-1"}}), demand)
          .has_value());
  demand.limit.reset();
  CHECK_FALSE(sliding_cap(cell, settings(all), demand).has_value());
  CHECK_FALSE(sliding_cap({0, 1024, 0, 0, 1, 8}, settings(all), {Tokens{1000}, 2, 2, 1}).has_value());
}

}  // namespace

}  // namespace kvtally::sglang::limits_test
