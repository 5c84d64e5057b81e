#include "reference/kind/latent_absorbed.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "reference/cache/paged.hpp"
#include "reference/cache/static.hpp"
#include "reference/kind/latent_expanded.hpp"
#include "reference/kind/latent_fixture.hpp"
#include "reference/kind/latent_naive.hpp"

namespace kvtally::reference::latent_absorbed_test {

namespace {

using test::LatentShape;

constexpr std::int64_t kReal = sizeof(Real);

// Agreement up to rounding: sums of a few hundred numbers of size 1.
constexpr double kBound = sizeof(Real) == 8 ? 1e-11 : 1e-3;

LatentShape random_shape() {
  return {.batch = *rc::gen::inRange<std::int64_t>(1, 3),
          .heads = *rc::gen::inRange<std::int64_t>(1, 5),
          .tokens = *rc::gen::inRange<std::int64_t>(1, 20),
          .nope = *rc::gen::inRange<std::int64_t>(1, 10),
          .rope = *rc::gen::inRange<std::int64_t>(0, 5),
          .rank = *rc::gen::inRange<std::int64_t>(1, 12),
          .value_dim = *rc::gen::inRange<std::int64_t>(1, 8)};
}

}  // namespace

TEST_CASE("two positions, by hand") {
  // One head, rank 2, nope 1, rope 1, value dim 1; U = (2, 0), V = (0, 3). Latents c_0 = (0, 1), c_1 = (1, 2),
  // rotary keys 0 and −2. The query of token 1 is (q^n, q^r) = (1, 1): Uᵀq^n = (2, 0), so the scores are
  // 2·0 + 1·0 = 0 and 2·1 − 2 = 0. Equal weights: Σ p c = (½, 1½), V of it 4½.
  const LatentWeights weights{Tensor({1, 1, 2}, {2, 0}), Tensor({1, 1, 2}, {0, 3})};
  const LatentTokens tokens{Tensor({1, 1, 2, 2}, {0, 0, 1, 1}), Tensor({1, 1, 2, 2}, {0, 1, 1, 2}),
                            Tensor({1, 1, 2, 1}, {0, -2})};
  Counter counter;
  Cache cache = test::one_layer(counter);
  const Attended seen =
      latent_absorbed({cache, 0, kernel("eager"), counter}, tokens, weights, test::plain_scoring());
  CHECK(seen.output == Tensor({1, 1, 2, 1}, {3, 4.5}));
  CHECK(*seen.weights == Tensor({1, 1, 2, 2}, {1, 0, 0.5, 0.5}));
}

TEST_CASE("the three forms agree, with and without rotary keys") {
  CHECK(rc::check([] {
    const LatentShape shape = random_shape();
    Counter counter;
    const auto run = [&](auto form) {
      Cache cache = test::one_layer(counter);
      return form({cache, 0, kernel("eager"), counter}, test::latent_tokens(shape), test::latent_weights(shape),
                  test::plain_scoring(), causal())
          .output;
    };
    const Tensor absorbed = run(latent_absorbed);
    RC_ASSERT(largest_difference(absorbed, run(latent_naive)) <= kBound);
    RC_ASSERT(run(latent_naive) == run(latent_expanded));
  }));
}

TEST_CASE("the last row of a prefill is the token-by-token decode, bit for bit") {
  CHECK(rc::check([] {
    const LatentShape shape = random_shape();
    const LatentTokens all = test::latent_tokens(shape);
    const LatentWeights weights = test::latent_weights(shape);
    for (const auto form : {latent_absorbed, latent_naive, latent_expanded}) {
      Counter counter;
      Cache one = test::one_layer(counter);
      Cache other = test::one_layer(counter);
      const auto on = [&](Cache& cache, const LatentTokens& tokens) {
        return form({cache, 0, kernel("eager"), counter}, tokens, weights, test::plain_scoring(), causal()).output;
      };
      const Tensor prefill = on(one, all);
      for (std::int64_t t = 0; t < shape.tokens; ++t) {
        RC_ASSERT(on(other, test::part(all, t, t + 1)) == slice(prefill, 2, t, t + 1));
      }
    }
  }));
}

TEST_CASE("a decoded token costs heads × (rank + rope) and heads × rank a position, and reads the latent once") {
  CHECK(rc::check([] {
    const LatentShape s = random_shape();
    const LatentTokens all = test::latent_tokens(s);
    Counter counter;
    Cache cache = test::one_layer(counter);
    const Means means{cache, 0, kernel("eager"), counter};
    if (s.tokens > 1) {
      latent_absorbed(means, test::part(all, 0, s.tokens - 1), test::latent_weights(s), test::plain_scoring());
    }
    counter.take();
    latent_absorbed(means, test::part(all, s.tokens - 1, s.tokens), test::latent_weights(s),
                    test::plain_scoring());
    const Counts counts = counter.take();
    RC_ASSERT(counts.useful_of(Work::scores) == MultiplyAdds{s.batch * s.heads * (s.rank + s.rope) * s.tokens});
    RC_ASSERT(counts.useful_of(Work::values) == MultiplyAdds{s.batch * s.heads * s.rank * s.tokens});
    RC_ASSERT(counts.useful_of(Work::expansion) ==
              MultiplyAdds{s.batch * s.heads * s.rank * (s.nope + s.value_dim)});
    const Bytes row{s.batch * (s.rank + s.rope) * kReal};
    RC_ASSERT(counts.written_of(Kept::entries) == row);
    RC_ASSERT(counts.read_of(Kept::entries) == s.tokens * row);
    RC_ASSERT(cache.footprint() == (Footprint{s.tokens * row, s.tokens * row}));
    // The kernel passes over the latent a second time, once a head: that is loaded, not needed anew.
    RC_ASSERT(counts.loaded == Bytes{s.batch * s.heads * (2 * s.rank + s.rope) * s.tokens * kReal});
  }));
}

TEST_CASE("another container gives the same bits, through pages too") {
  CHECK(rc::check([] {
    const LatentShape shape = random_shape();
    const auto real = codec("real");
    const auto run = [&](auto form, std::unique_ptr<CacheLayer> layer, Counter& counter, std::string_view by) {
      Cache cache;
      cache.add(std::move(layer));
      Tensor out({shape.batch, shape.heads, 0, shape.value_dim});
      for (std::int64_t t = 0; t < shape.tokens; ++t) {
        const Means means{cache, 0, kernel(by), counter};
        const LatentTokens token = test::part(test::latent_tokens(shape), t, t + 1);
        out = joined(out, form(means, token, test::latent_weights(shape), test::plain_scoring(), causal()).output,
                     2);
      }
      return out;
    };
    for (const auto form : {latent_absorbed, latent_naive, latent_expanded}) {
      Counter counter;
      const auto dynamic = run(form, std::make_unique<DynamicLayer>(real, real, counter), counter, "eager");
      RC_ASSERT(run(form, std::make_unique<StaticLayer>(shape.tokens + 3, real, real, counter), counter,
                    "eager") == dynamic);
      const PagedLayer::Pool pool{.blocks = 2 * shape.tokens, .block_size = 4};
      RC_ASSERT(run(form, std::make_unique<PagedLayer>(pool, real, real, counter), counter, "paged|eager") ==
                dynamic);
    }
  }));
}

TEST_CASE("a mask hides positions from all forms alike") {
  const LatentShape shape{.tokens = 9};
  const Mask window = all_of(causal(), within(3));
  Counter counter;
  const auto run = [&](auto form) {
    Cache cache = test::one_layer(counter);
    counter.take();
    return form({cache, 0, kernel("eager"), counter}, test::latent_tokens(shape), test::latent_weights(shape),
                test::plain_scoring(), window)
        .output;
  };
  const Tensor expanded = run(latent_expanded);
  CHECK(largest_difference(expanded, run(latent_absorbed)) <= kBound);
  CHECK(run(latent_naive) == expanded);
}

}  // namespace kvtally::reference::latent_absorbed_test
