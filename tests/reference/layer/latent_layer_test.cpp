#include "reference/layer/latent_layer.hpp"

#include <cmath>
#include <doctest/doctest.h>

#include "reference/kind/latent_absorbed.hpp"
#include "reference/kind/latent_expanded.hpp"
#include "reference/kind/latent_fixture.hpp"
#include "reference/kind/latent_naive.hpp"

namespace kvtally::reference::latent_layer_test {

namespace {

// One head, hidden 2, nope 1, rope 2, rank 2, value dim 1.
LatentLayer small_layer() {
  LatentLayer layer;
  layer.query = {Tensor({3, 2}, {1, 0, 0, 1, 1, 1}), {}};                 // q = (x_0 | x_1, x_0 + x_1)
  layer.latent_and_key = {Tensor({4, 2}, {1, 0, 0, 1, 2, 0, 0, 2}), {}};  // (x_0, x_1 | 2x_0, 2x_1)
  layer.latent_norm = Tensor({2}, {1, 10});
  layer.up = {Tensor({1, 1, 2}, {1, 0}), Tensor({1, 1, 2}, {0, 1})};
  layer.output = {Tensor({2, 1}, {1, -1}), {}};
  layer.eps = 0;
  return layer;
}

}  // namespace

TEST_CASE("the latent is normed, and neither the rotary key nor an unturned query is") {
  // x = (3, 1): mean square (9 + 1) ÷ 2 = 5, c = (3, 1) ÷ √5, times (1, 10); r = (6, 2); q = (3 | 1, 4).
  Counter counter;
  const LatentTokens tokens = latent_tokens(small_layer(), Tensor({1, 1, 2}, {3, 1}), 0, counter);
  const Real root = std::sqrt(Real(5));
  CHECK(tokens.latent == Tensor({1, 1, 1, 2}, {3 / root, 1 / root * 10}));
  CHECK(tokens.rope == Tensor({1, 1, 1, 2}, {6, 2}));
  CHECK(tokens.query == Tensor({1, 1, 1, 3}, {3, 1, 4}));
  CHECK(counter.take().useful_of(Work::projection) == MultiplyAdds{3 * 2 + 4 * 2});
}

TEST_CASE("scales of queries and latents, and the rotation of their rotary parts alone") {
  LatentLayer layer = small_layer();
  layer.query_scale = 2;
  layer.latent_scale = 3;
  layer.rotary =
      Rotary{.pairing = Pairing::half, .frequencies = {.radians = {1}, .scaling = 1}, .trailing = false};
  Counter counter;
  const LatentTokens tokens = latent_tokens(layer, Tensor({1, 1, 2}, {1, 1}), 2, counter);
  // x = (1, 1): c = (1, 10) times 3. r = (2, 2) and q^r = 2 · (1, 2) turn by two radians, q^n = 2 · 1 does not.
  const Real cosine = std::cos(Real(2));
  const Real sine = std::sin(Real(2));
  CHECK(largest_difference(tokens.latent, Tensor({1, 1, 1, 2}, {3, 30})) < 1e-5);
  CHECK(largest_difference(tokens.rope, Tensor({1, 1, 1, 2}, {2 * cosine - 2 * sine, 2 * cosine + 2 * sine})) <
        1e-5);
  CHECK(largest_difference(tokens.query, Tensor({1, 1, 1, 3}, {2, 2 * cosine - 4 * sine, 4 * cosine + 2 * sine})) <
        1e-5);
}

TEST_CASE("a query latent is a norm between two projections") {
  LatentLayer layer = small_layer();
  layer.query_latent = {{Tensor({1, 2}, {1, 1}), {}}, Tensor({1}, {5})};
  layer.query = {Tensor({3, 1}, {1, 2, 3}), {}};
  Counter counter;
  // W x = 4, normed to 1, times 5.
  CHECK(latent_tokens(layer, Tensor({1, 1, 2}, {3, 1}), 0, counter).query == Tensor({1, 1, 1, 3}, {5, 10, 15}));
}

TEST_CASE("one token sees itself alone, so that the layer gives W^O V c") {
  // c = (3 ÷ √5, 10 ÷ √5), V c = 10 ÷ √5.
  for (const auto form : {latent_absorbed, latent_naive, latent_expanded}) {
    Counter counter;
    Cache cache = test::one_layer(counter);
    const Tensor x({1, 1, 2}, {3, 1});
    const Attended out = latent_layer({cache, 0, kernel("eager"), counter}, small_layer(), x, form);
    const Real value = 10 / std::sqrt(Real(5));
    CHECK(largest_difference(out.output, Tensor({1, 1, 2}, {value, -value})) < 1e-5);
  }
}

TEST_CASE("the layer goes on where its container ended") {
  LatentLayer layer = small_layer();
  layer.rotary =
      Rotary{.pairing = Pairing::interleaved, .frequencies = {.radians = {1}, .scaling = 1}, .trailing = false};
  const Tensor x = test::random_tensor({2, 6, 2}, 7);
  Counter counter;
  Cache one = test::one_layer(counter);
  Cache other = test::one_layer(counter);
  const auto on = [&](Cache& cache, std::int64_t from, std::int64_t to) {
    return latent_layer({cache, 0, kernel("eager"), counter}, layer, slice(x, 1, from, to), latent_absorbed)
        .output;
  };
  const Tensor first = on(one, 0, 4);
  const Tensor rest = on(one, 4, 6);
  CHECK(joined(first, rest, 1) == on(other, 0, 6));
}

TEST_CASE("a joint up-projection holds each head's key rows before its value rows") {
  // Two heads of nope 2 and value dim 1, rank 1.
  const LatentWeights up = up_weights(Tensor({6, 1}, {1, 2, 3, 4, 5, 6}), 2, 2);
  CHECK(up.keys == Tensor({2, 2, 1}, {1, 2, 4, 5}));
  CHECK(up.values == Tensor({2, 1, 1}, {3, 6}));
}

TEST_CASE("the scale of a stretched layer") {
  CHECK(latent_scale(16) == Real(0.25));
  // DeepSeek-V3: 192 numbers a head, factor 40, mscale 1: 0.1 ln 40 + 1 = 1.368888, its square 1.873854;
  // ÷ √192 = 13.856406: 0.135234.
  CHECK(static_cast<double>(latent_scale(192, 40)) == doctest::Approx(0.135234).epsilon(1e-5));
  CHECK(latent_scale(16, 40, 0) == Real(0.25));
}

}  // namespace kvtally::reference::latent_layer_test
