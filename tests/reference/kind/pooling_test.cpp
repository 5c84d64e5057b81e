#include "reference/kind/pooling.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <numeric>
#include <rapidcheck.h>

#include "reference/random.hpp"

namespace kvtally::reference::pooling_test {

namespace {

constexpr std::int64_t kReal = sizeof(Real);

Pool pool_of(std::int64_t rate, bool overlapping, Counter& counter) {
  const CodecPtr real = codec("real");
  return {rate, overlapping, {real, real, real}, counter, Kept::entries};
}

void check_entry(const Rows& entries, std::int64_t n, std::vector<double> expected) {
  REQUIRE(entries.dim() == static_cast<std::int64_t>(expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Real number = entries.numbers()(0, 0, n, static_cast<std::int64_t>(i));
    CHECK(static_cast<double>(number) == doctest::Approx(expected[i]));
  }
}

const Tensor kOnes({2}, {1, 1});

}  // namespace

// Channel 0: rows 2 and 6 with weights 3 : 1, from gate + bias = ln 3 and 0: (3·2 + 6) ÷ 4 = 3. Channel 1: rows 1
// and 7, equal weights: 4. The root mean square of (3, 4) is √12.5.
TEST_CASE("an entry is the gated mean of its stretch, normed") {
  Counter counter;
  Pool pool = pool_of(2, false, counter);
  const Real third = std::log(Real(3));
  const Pooling pooling{.bias = Tensor({2, 2}, {third - 1, 0, 0, 2}), .norm = kOnes, .eps = 0, .rotary = {}};
  const PoolTokens tokens{Tensor({1, 1, 2, 2}, {2, 1, 6, 7}), Tensor({1, 1, 2, 2}, {1, 5, 0, 3})};
  const Rows entries = pooled(pool, {tokens, pooling}, counter);
  REQUIRE(entries.slots() == 1);
  check_entry(entries, 0, {3 / std::sqrt(12.5), 4 / std::sqrt(12.5)});
  CHECK(counter.counts().useful_of(Work::projection) == MultiplyAdds{2 * 2});
}

// Stretches of one token: entry 0 is its Cb half (3, 4) alone; entry 1 the mean of Ca of token 0, (2, 0), and Cb
// of token 1, (4, 8), which is (3, 4) too, where gates and the two halves of the bias even out.
TEST_CASE("an overlapping entry is pooled from Ca of the stretch before and Cb of its own") {
  Counter counter;
  Pool pool = pool_of(1, true, counter);
  const Pooling pooling{
      .bias = Tensor({1, 4}, {1, 2, 3, 4}), .norm = Tensor({2}, {1, 10}), .eps = 0, .rotary = {}};
  const PoolTokens tokens{Tensor({1, 1, 2, 4}, {2, 0, 3, 4, 50, 60, 4, 8}),
                          Tensor({1, 1, 2, 4}, {2, 2, 9, 9, 9, 9, 0, 0})};
  const Rows entries = pooled(pool, {tokens, pooling}, counter);
  REQUIRE(entries.slots() == 2);
  check_entry(entries, 0, {3 / std::sqrt(12.5), 40 / std::sqrt(12.5)});
  check_entry(entries, 1, {3 / std::sqrt(12.5), 40 / std::sqrt(12.5)});
}

TEST_CASE("an entry turns by the position of its stretch's first token") {
  Counter counter;
  const Rotary rotary{.pairing = Pairing::interleaved, .frequencies = {.radians = {Real(0.5)}}, .trailing = true};
  Pooling plain{.bias = Tensor({3, 2}), .norm = kOnes, .rotary = {}};
  Pooling turned = plain;
  turned.rotary = rotary;
  turned.origin = 7;
  const PoolTokens tokens{test::random_tensor({1, 1, 6, 2}, 1), test::random_tensor({1, 1, 6, 2}, 2)};
  Pool one = pool_of(3, false, counter);
  Pool other = pool_of(3, false, counter);
  const std::vector<std::int64_t> positions{7, 10};
  CHECK(pooled(other, {tokens, turned}, counter).numbers() ==
        rotated(pooled(one, {tokens, plain}, counter).numbers(), rotary, positions));
}

TEST_CASE("pooling by steps of any size is pooling at once, bit for bit, and little waits") {
  CHECK(rc::check([] {
    Counter counter;
    const bool overlapping = *rc::gen::arbitrary<bool>();
    const std::int64_t rate = *rc::gen::inRange<std::int64_t>(1, 6);
    const auto steps = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange(1, 8)));
    const std::int64_t tokens = std::accumulate(steps.begin(), steps.end(), std::int64_t{0});
    const std::int64_t width = overlapping ? 4 : 2;
    const Pooling pooling{.bias = test::random_tensor({rate, width}, 3), .norm = kOnes, .rotary = {}};
    const PoolTokens text{test::random_tensor({2, 1, tokens, width}, 1),
                          test::random_tensor({2, 1, tokens, width}, 2)};
    Pool at_once = pool_of(rate, overlapping, counter);
    const Rows expected = pooled(at_once, {text, pooling}, counter);
    Pool pool = pool_of(rate, overlapping, counter);
    std::int64_t seen = 0;
    for (const std::int64_t step : steps) {
      const PoolTokens part{slice(text.rows, 2, seen, seen + step), slice(text.gates, 2, seen, seen + step)};
      seen += step;
      const Rows entries = pooled(pool, {part, pooling}, counter);
      RC_ASSERT(entries.slots() == seen / rate);
      RC_ASSERT(entries.numbers() == slice(expected.numbers(), 2, 0, seen / rate));
      const std::int64_t halves = overlapping && seen >= rate ? rate * 2 : 0;
      RC_ASSERT(pool.footprint().open == Bytes{2 * 2 * ((seen % rate) * width + halves) * kReal});
    }
    RC_ASSERT(pool.footprint() == at_once.footprint());
  }));
}

// Rows and gates of 4 numbers, halves of 2.
TEST_CASE("rows are read whole with their own stretch, their Ca halves again with the next") {
  Counter counter;
  Pool pool = pool_of(2, true, counter);
  const Pooling pooling{.bias = Tensor({2, 4}), .norm = kOnes, .rotary = {}};
  const std::vector<std::int64_t> read{0, 2 * 8, 0, 2 * 8 + 2 * 4, 0, 2 * 8 + 2 * 4};
  for (const std::int64_t numbers : read) {
    pooled(pool, {{test::random_tensor({1, 1, 1, 4}, 1), test::random_tensor({1, 1, 1, 4}, 2)}, pooling}, counter);
    const Counts counts = counter.take();
    CHECK(counts.read_of(Kept::open) == Bytes{numbers * kReal});
    CHECK(counts.written_of(Kept::open) == Bytes{8 * kReal});
  }
}

}  // namespace kvtally::reference::pooling_test
