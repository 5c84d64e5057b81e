#include "reference/kind/latent_expanded.hpp"

#include <doctest/doctest.h>

#include "reference/kind/latent_fixture.hpp"

namespace kvtally::reference::latent_expanded_test {

TEST_CASE("each token is lifted once, and keys and values of all heads are kept") {
  // Batch 1, 2 heads, 7 tokens, nope 4, rope 2, rank 5, value dim 3.
  constexpr std::int64_t kReal = sizeof(Real);
  const test::LatentShape shape{.tokens = 7};
  const LatentTokens all = test::latent_tokens(shape);
  Counter counter;
  Cache cache = test::one_layer(counter);
  const Means means{cache, 0, kernel("eager"), counter};
  latent_expanded(means, test::part(all, 0, 6), test::latent_weights(shape), test::plain_scoring());
  counter.take();
  latent_expanded(means, test::part(all, 6, 7), test::latent_weights(shape), test::plain_scoring());
  const Counts counts = counter.take();
  CHECK(counts.useful_of(Work::expansion) == MultiplyAdds{2 * 5 * (4 + 3)});
  CHECK(counts.useful_of(Work::scores) == MultiplyAdds{2 * 7 * (4 + 2)});
  CHECK(counts.useful_of(Work::values) == MultiplyAdds{2 * 7 * 3});
  CHECK(counts.written_of(Kept::entries) == Bytes{2 * (4 + 2 + 3) * kReal});
  CHECK(counts.read_of(Kept::entries) == Bytes{2 * 7 * (4 + 2 + 3) * kReal});
  CHECK(cache.footprint().stored == Bytes{2 * 7 * (4 + 2 + 3) * kReal});
}

}  // namespace kvtally::reference::latent_expanded_test
