#include <doctest/doctest.h>

#include "reference/kernel/problem.hpp"

namespace kvtally::reference::eager_test {

using test::prefill;
using test::Problem;
using test::Ran;

TEST_CASE("eager's square, loads and weights") {
  Problem p{.batch = 2, .heads = 6, .key_heads = 2, .tokens = 7, .dk = 3, .dv = 5};
  const Ran ran = prefill(eager, p);
  CHECK(ran.counts.largest_intermediate == 2 * 6 * 7 * 7);
  // Each of 7 queries of 6 heads loads all 7 keys and values, the masked ones too; needed is each stored row once.
  const std::int64_t number = sizeof(Real);
  CHECK(ran.counts.loaded == Bytes{2 * 6 * 7 * 7 * (3 + 5) * number});
  CHECK(ran.counts.read_of(Kept::entries) == Bytes{2 * 2 * 7 * (3 + 5) * number});
  for (std::int64_t t = 0; t < 7; ++t) {
    Real sum = 0;
    for (std::int64_t slot = 0; slot < 7; ++slot) {
      const Real weight = (*ran.attended.weights)(1, 5, t, slot);
      CHECK((weight > 0) == (slot <= t));
      sum += weight;
    }
    CHECK(static_cast<double>(sum) == doctest::Approx(1).epsilon(1e-6));
  }
}

// Two keys of equal score and a sink of the same: each weighs a third, and the sink's third goes nowhere.
TEST_CASE("a sink takes its share of the weights") {
  Problem p{.batch = 1, .heads = 1, .key_heads = 1, .tokens = 2, .dk = 1, .dv = 1};
  p.scoring.scale = 0;
  p.scoring.sinks = {0};
  const Tensor weights = *prefill(eager, p).attended.weights;
  CHECK(weights == Tensor({1, 1, 2, 2}, {Real(1) / 2, 0, Real(1) / 3, Real(1) / 3}));
}

TEST_CASE("where nothing is visible the weights are zeros, not 0 / 0") {
  Problem p{.batch = 1, .heads = 1, .key_heads = 1, .tokens = 2, .dk = 1, .dv = 1};
  p.mask = [](const Pair& pair) { return pair.key < pair.query; };
  CHECK(*prefill(eager, p).attended.weights == Tensor({1, 1, 2, 2}, {0, 0, 1, 0}));
}

}  // namespace kvtally::reference::eager_test
