#include "reference/kind/differential.hpp"

#include <cmath>
#include <doctest/doctest.h>

#include "reference/cache/dynamic.hpp"
#include "reference/random.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally::reference::differential_test {

namespace {

Cache fresh(Counter& counter) {
  Cache cache;
  cache.add(std::make_unique<DynamicLayer>(codec("real"), codec("real"), counter));
  return cache;
}

}  // namespace

TEST_CASE("lambda starts lower in early layers") {
  CHECK(start_of_layer(0) == doctest::Approx(0.2));
  CHECK(start_of_layer(1) == doctest::Approx(0.8 - 0.6 * std::exp(-0.3)));
}

TEST_CASE("one softmax less a part of another, over value heads in pairs") {
  // One token, so that every softmax is 1. Value heads 3 and 4 make the pair (3, 4) for both halves; λ = e^0 − e^0
  // + ½. (1 − ½)(3, 4) = (1.5, 2), whose mean square is 3.125; √(3.125 + 0.875) = 2, and (1 − λ₀) = ½ of (0.75,
  // 1).
  Counter counter;
  Cache cache = fresh(counter);
  const Tensor zero({1}, {0});
  const Difference difference{zero, zero, zero, zero, Real(0.5), Real(0.875)};
  const NewTokens tokens{test::random_tensor({1, 2, 1, 1}, 1), test::random_tensor({1, 2, 1, 1}, 2),
                         Tensor({1, 2, 1, 1}, {3, 4})};
  const Attended out = differential({cache, 0, kernel("eager"), counter}, tokens, causal(), {}, difference);
  CHECK(out.output == Tensor({1, 1, 1, 2}, {Real(0.375), Real(0.5)}));
  CHECK(out.weights == Tensor({1, 2, 1, 1}, {1, 1}));
}

TEST_CASE("values count as read once, though both halves read them") {
  Counter counter;
  Cache cache = fresh(counter);
  const Tensor lambda = test::random_tensor({4}, 1);
  const NewTokens tokens{test::random_tensor({1, 8, 3, 4}, 2), test::random_tensor({1, 4, 3, 4}, 3),
                         test::random_tensor({1, 4, 3, 4}, 4)};
  differential({cache, 0, kernel("eager"), counter}, tokens, causal(), {},
               {lambda, lambda, lambda, lambda, start_of_layer(2), Real(1e-5)});
  // 4 key heads of 3 tokens with 4 + 4 numbers.
  CHECK(counter.counts().read_of(Kept::entries) == Bytes{4 * 3 * 8 * std::int64_t{sizeof(Real)}});
  // 8 query heads, 6 pairs each: 4 channels of a key, 8 of a pair of values.
  CHECK(counter.counts().useful_of(Work::scores) == MultiplyAdds{8 * 6 * 4});
  CHECK(counter.counts().useful_of(Work::values) == MultiplyAdds{8 * 6 * 8});
}

}  // namespace kvtally::reference::differential_test
