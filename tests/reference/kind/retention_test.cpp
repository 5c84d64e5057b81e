#include "reference/kind/retention.hpp"

#include <doctest/doctest.h>

#include "reference/kind/state_text.hpp"
#include "reference/tensor/sums.hpp"

namespace kvtally::reference::retention_test {

TEST_CASE("each head forgets half as fast as the one before") {
  CHECK(retention_decay(0) == Real(31) / 32);
  CHECK(retention_decay(1) == Real(63) / 64);
  CHECK(retention_decay(2) == Real(127) / 128);
}

// S = 1, 31/32 + 1 = 63/32, (63/32)(31/32) + 2.
TEST_CASE("retention by hand") {
  Counter counter;
  Tensor states({1, 1, 1, 1});
  const NewTokens tokens{test::column({1, 1, 2}), test::column({1, 1, 1}), test::column({1, 1, 2})};
  CHECK(retention(tokens, states, counter) == test::column({1, Real(63) / 32, 2 * (Real(63 * 31) / 1024 + 2)}));
}

TEST_CASE("retention is a sum over the past, each token weakened by its age") {
  Counter counter;
  const NewTokens text = test::state_text(6);
  Tensor states({2, 2, 4, 3});
  const Tensor out = retention(text, states, counter);
  CHECK(test::work_an_element(counter, text) == 3);
  Tensor expected(out.shape());
  for (std::int64_t b = 0; b < 2; ++b) {
    for (std::int64_t h = 0; h < 2; ++h) {
      for (std::int64_t t = 0; t < 6; ++t) {
        for (std::int64_t s = 0; s <= t; ++s) {
          const Real weight = std::pow(retention_decay(h), static_cast<Real>(t - s)) *
                              dot(text.query.row(b, h, t), text.keys.row(b, h, s));
          for (std::int64_t i = 0; i < 3; ++i) {
            expected(b, h, t, i) += weight * text.values(b, h, s, i);
          }
        }
      }
    }
  }
  CHECK(largest_difference(out, expected) < (sizeof(Real) == 8 ? 1e-12 : 1e-4));
}

}  // namespace kvtally::reference::retention_test
