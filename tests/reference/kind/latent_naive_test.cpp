#include "reference/kind/latent_naive.hpp"

#include <doctest/doctest.h>

#include "reference/kind/latent_fixture.hpp"

namespace kvtally::reference::latent_naive_test {

namespace {

constexpr std::int64_t kReal = sizeof(Real);

// Batch 1, 2 heads, 7 tokens, nope 4, rope 2, rank 5, value dim 3; the last token after a prefill of the others.
Counts last_token(const Mask& mask) {
  const test::LatentShape shape{.tokens = 7};
  const LatentTokens all = test::latent_tokens(shape);
  Counter counter;
  Cache cache = test::one_layer(counter);
  const Means means{cache, 0, kernel("eager"), counter};
  latent_naive(means, test::part(all, 0, 6), test::latent_weights(shape), test::plain_scoring(), mask);
  counter.take();
  latent_naive(means, test::part(all, 6, 7), test::latent_weights(shape), test::plain_scoring(), mask);
  return counter.take();
}

}  // namespace

TEST_CASE("each step expands all positions anew, from latents that it reads once") {
  const Counts counts = last_token(causal());
  CHECK(counts.useful_of(Work::expansion) == MultiplyAdds{2 * 7 * 5 * (4 + 3)});
  CHECK(counts.useful_of(Work::scores) == MultiplyAdds{2 * 7 * (4 + 2)});
  CHECK(counts.useful_of(Work::values) == MultiplyAdds{2 * 7 * 3});
  CHECK(counts.written_of(Kept::entries) == Bytes{(5 + 2) * kReal});
  CHECK(counts.read_of(Kept::entries) == Bytes{7 * (5 + 2) * kReal});
  CHECK(counts.loaded == Bytes{7 * (5 + 2) * kReal});
  CHECK(counts.largest_intermediate == 2 * 7 * (4 + 2));  // the keys of all heads
}

TEST_CASE("what no query may see is neither read nor expanded") {
  const Counts counts = last_token(all_of(causal(), within(3)));
  CHECK(counts.useful_of(Work::expansion) == MultiplyAdds{2 * 3 * 5 * (4 + 3)});
  CHECK(counts.read_of(Kept::entries) == Bytes{3 * (5 + 2) * kReal});
}

}  // namespace kvtally::reference::latent_naive_test
