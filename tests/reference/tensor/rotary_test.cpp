#include "reference/tensor/rotary.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <numbers>
#include <rapidcheck.h>

#include "reference/random.hpp"
#include "reference/tensor/sums.hpp"

namespace kvtally::reference::rotary_test {

namespace {

constexpr double kClose = sizeof(Real) == 8 ? 1e-11 : 1e-2;
const std::vector<Pairing> kPairings{Pairing::half, Pairing::interleaved, Pairing::interleaved_to_half};

// One token at position 1, four channels rotated: pair 0 by 90 degrees, (u, w) → (−w, u), pair 1 not at all.
Tensor quarter_turn(std::vector<Real> channels, Pairing pairing, bool trailing = false) {
  const auto width = static_cast<std::int64_t>(channels.size());
  const Rotary rotary{pairing, {{std::numbers::pi_v<Real> / 2, 0}, 1}, trailing};
  return rotated(Tensor({1, 1, 1, width}, std::move(channels)), rotary, std::vector<std::int64_t>{1});
}

bool close(const Tensor& a, const Tensor& b) { return largest_difference(a, b) <= kClose; }

}  // namespace

TEST_CASE("two channels turn by the angle position · frequency") {
  // 30 degrees a token: (2, 0) comes to (√3, 1) at position 1 and to (0, 2) at position 3; all times the scaling.
  const Rotary rotary{Pairing::half, {{std::numbers::pi_v<Real> / 6}, 10}};
  const Tensor turned =
      rotated(Tensor({1, 1, 3, 2}, {2, 0, 2, 0, 2, 0}), rotary, std::vector<std::int64_t>{0, 1, 3});
  CHECK(close(turned, Tensor({1, 1, 3, 2}, {20, 0, 10 * std::numbers::sqrt3_v<Real>, 10, 0, 20})));
}

TEST_CASE("a layout says which channels make a pair, and where they go") {
  const Shape shape{1, 1, 1, 4};
  CHECK(close(quarter_turn({1, 2, 3, 4}, Pairing::half), Tensor(shape, {-3, 2, 1, 4})));
  CHECK(close(quarter_turn({1, 2, 3, 4}, Pairing::interleaved), Tensor(shape, {-2, 1, 3, 4})));
  CHECK(close(quarter_turn({1, 2, 3, 4}, Pairing::interleaved_to_half), Tensor(shape, {-2, 3, 1, 4})));
}

TEST_CASE("channels outside the rotated ones pass") {
  const Shape shape{1, 1, 1, 6};
  CHECK(close(quarter_turn({1, 2, 3, 4, 5, 6}, Pairing::half), Tensor(shape, {-3, 2, 1, 4, 5, 6})));
  CHECK(close(quarter_turn({1, 2, 3, 4, 5, 6}, Pairing::half, true), Tensor(shape, {1, 2, -5, 4, 3, 6})));
}

TEST_CASE("turning back undoes turning") {
  CHECK(rc::check([] {
    const auto pairs = *rc::gen::inRange<std::int64_t>(1, 6);
    const auto rest = *rc::gen::inRange<std::int64_t>(0, 4);
    const Rotary rotary{*rc::gen::elementOf(kPairings), plain_frequencies(10000, 2 * pairs),
                        *rc::gen::arbitrary<bool>()};
    const std::vector<std::int64_t> positions{0, 1, *rc::gen::inRange<std::int64_t>(2, 100000)};
    const Tensor x = test::random_tensor({2, 2, 3, 2 * pairs + rest}, *rc::gen::arbitrary<std::uint64_t>());
    const Tensor there = rotated(x, rotary, positions);
    RC_ASSERT(close(rotated_back(there, rotary, positions), x));
    RC_ASSERT(close(x, there) == false);
  }));
}

TEST_CASE("a score depends on how far apart two tokens are, not on where they are") {
  CHECK(rc::check([] {
    const auto pairs = *rc::gen::inRange<std::int64_t>(1, 6);
    const Rotary rotary{*rc::gen::elementOf(kPairings), plain_frequencies(10000, 2 * pairs), false};
    const auto query = *rc::gen::inRange<std::int64_t>(0, 500);
    const auto key = *rc::gen::inRange<std::int64_t>(0, 500);
    const auto shift = *rc::gen::inRange<std::int64_t>(1, 500);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const Tensor q = test::random_tensor({1, 1, 1, 2 * pairs}, seed);
    const Tensor k = test::random_tensor({1, 1, 1, 2 * pairs}, seed + 1);
    const auto score = [&](std::int64_t by) {
      const Tensor turned_query = rotated(q, rotary, std::vector<std::int64_t>{query + by});
      const Tensor turned_key = rotated(k, rotary, std::vector<std::int64_t>{key + by});
      return static_cast<double>(dot(turned_query.row(0, 0, 0), turned_key.row(0, 0, 0)));
    };
    RC_ASSERT(std::abs(score(0) - score(shift)) <= kClose);
  }));
}

}  // namespace kvtally::reference::rotary_test
