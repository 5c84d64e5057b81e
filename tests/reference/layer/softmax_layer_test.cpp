#include "reference/layer/softmax_layer.hpp"

#include <cmath>
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "reference/cache/dynamic.hpp"
#include "reference/random.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally::reference::softmax_layer_test {

namespace {

Cache fresh(Counter& counter) {
  Cache cache;
  cache.add(std::make_unique<DynamicLayer>(codec("real"), codec("real"), counter));
  return cache;
}

Linear random_linear(std::int64_t out, std::int64_t in, std::uint64_t seed) {
  return {test::random_tensor({out, in}, seed), test::random_tensor({out}, seed + 1)};
}

// One head of one channel; all weights are 1.
SoftmaxLayer unit_layer() {
  const Linear one{Tensor({1, 1}, {1}), {}};
  SoftmaxLayer layer;
  layer.query = layer.key = layer.output = one;
  layer.value = one;
  return layer;
}

Tensor output_of_two_tokens(const SoftmaxLayer& layer) {
  Counter counter;
  Cache cache = fresh(counter);
  return softmax_layer({cache, 0, kernel("eager"), counter}, layer, Tensor({1, 2, 1}, {0, 2})).output;
}

}  // namespace

TEST_CASE("what each part of a layer does to a number") {
  // The first token sees itself alone. The keys are 0 and 2; a scale of 0 makes both weights ½.
  SoftmaxLayer layer = unit_layer();
  layer.scoring.scale = 0;
  CHECK(output_of_two_tokens(layer) == Tensor({1, 2, 1}, {0, 1}));
  SUBCASE("values are scaled") {
    layer.value_scale = 10;
    CHECK(output_of_two_tokens(layer) == Tensor({1, 2, 1}, {0, 10}));
  }
  SUBCASE("numbers are cut") {
    layer.clip = Real(0.5);
    CHECK(output_of_two_tokens(layer) == Tensor({1, 2, 1}, {0, Real(0.25)}));
  }
  SUBCASE("raw keys are values where there is no value projection, and the norm of values is theirs alone") {
    layer.value.reset();
    layer.key.weight = Tensor({1, 1}, {3});
    CHECK(output_of_two_tokens(layer) == Tensor({1, 2, 1}, {0, 3}));
    layer.value_norm = Real(28);  // 6 ÷ √(36 + 28) = ¾
    CHECK(output_of_two_tokens(layer) == Tensor({1, 2, 1}, {0, Real(0.375)}));
  }
  SUBCASE("a gate of 0 lets half through") {
    layer.gate = Linear{Tensor({1, 1}, {0}), {}};
    CHECK(output_of_two_tokens(layer) == Tensor({1, 2, 1}, {0, Real(0.5)}));
  }
}

TEST_CASE("temperature steps up with the position") {
  // Positions 0, 1, 2, 3 with a floor of 2 tokens: ⌊(p + 1) ÷ 2⌋ = 0, 1, 1, 2.
  SoftmaxLayer layer = unit_layer();
  layer.temperature = {.scale = 10, .floor = 2};
  Counter counter;
  const Tensor query = queries_of(layer, Tensor({1, 3, 1}, {1, 1, 1}), 1, counter);
  CHECK(query(0, 0, 0, 0) == doctest::Approx(1 + 10 * std::log(2)));
  CHECK(query(0, 0, 1, 0) == query(0, 0, 0, 0));
  CHECK(query(0, 0, 2, 0) == doctest::Approx(1 + 10 * std::log(3)));
  CHECK(queries_of(layer, Tensor({1, 1, 1}, {1}), 0, counter)(0, 0, 0, 0) == 1);
}

TEST_CASE("a norm after rotation differs from one before it where weights do") {
  SoftmaxLayer layer;
  layer.query = Linear{Tensor({2, 2}, {1, 0, 0, 1}), {}};
  layer.norm = HeadNorm{.query_weight = Tensor({2}, {1, 10}), .key_weight = {}};
  layer.rotary = Rotary{Pairing::half, {{Real(std::acos(-1) / 2)}, 1}};  // a quarter turn a token
  Counter counter;
  // (1, 1) has the norm (1, 1); weighed (1, 10), turned (−10, 1). Or turned (−1, 1), weighed (−1, 10).
  const Tensor x({1, 1, 2}, {1, 1});
  CHECK(largest_difference(queries_of(layer, x, 1, counter), Tensor({1, 1, 1, 2}, {-10, 1})) < 1e-5);
  layer.norm->after_rotary = true;
  CHECK(largest_difference(queries_of(layer, x, 1, counter), Tensor({1, 1, 1, 2}, {-1, 10})) < 1e-5);
}

TEST_CASE("projections are counted, and a missing one costs nothing") {
  SoftmaxLayer layer;
  layer.heads = 4;
  layer.key_heads = 2;
  layer.query = random_linear(4 * 6, 10, 1);
  layer.key = random_linear(2 * 6, 10, 2);
  layer.value = random_linear(2 * 6, 10, 3);
  layer.output = random_linear(10, 4 * 6, 4);
  const auto projections = [&] {
    Counter counter;
    Cache cache = fresh(counter);
    softmax_layer({cache, 0, kernel("eager"), counter}, layer, test::random_tensor({1, 3, 10}, 5));
    return counter.counts().useful_of(Work::projection);
  };
  // Three tokens; query and output 240 each, key and value 120 each.
  CHECK(projections() == MultiplyAdds{3 * (240 + 120 + 120 + 240)});
  layer.value.reset();
  CHECK(projections() == MultiplyAdds{3 * (240 + 120 + 240)});
}

TEST_CASE("prefill is token-by-token decode through the whole layer, bit for bit, whatever the layer has") {
  CHECK(rc::check([] {
    const auto chosen = [] { return *rc::gen::arbitrary<bool>(); };
    const auto size = [](std::int64_t most) { return *rc::gen::inRange<std::int64_t>(1, most + 1); };
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const std::int64_t dim = 2 * size(4);
    const std::int64_t hidden = size(9);
    const std::int64_t tokens = size(20);
    SoftmaxLayer layer;
    layer.key_heads = size(3);
    layer.heads = layer.key_heads * size(3);
    layer.query = random_linear(layer.heads * dim, hidden, seed);
    layer.key = random_linear(layer.key_heads * dim, hidden, seed + 2);
    if (chosen()) {
      layer.value = random_linear(layer.key_heads * dim, hidden, seed + 4);
    }
    layer.output = random_linear(hidden, layer.heads * dim, seed + 6);
    if (chosen()) {
      layer.gate = random_linear(layer.heads * dim, hidden, seed + 8);
    }
    if (chosen()) {
      layer.norm = HeadNorm{.sort = HeadNorm::Sort::bare,
                            .eps = Real(1e-3),
                            .after_rotary = chosen(),
                            .query_weight = {},
                            .key_weight = {}};
    }
    if (chosen()) {
      layer.rotary = Rotary{Pairing::interleaved, plain_frequencies(10000, dim), false};
    }
    if (chosen()) {
      layer.temperature = {.scale = Real(0.1), .floor = 3};
    }
    if (chosen()) {
      layer.mask = all_of(causal(), within(size(5)));
    }
    const Tensor x = test::random_tensor({2, tokens, hidden}, seed + 10);
    Counter counter;
    Cache all = fresh(counter);
    Cache steps = fresh(counter);
    const Tensor prefill = softmax_layer({all, 0, kernel("eager"), counter}, layer, x).output;
    for (std::int64_t t = 0; t < tokens; ++t) {
      const Means means{steps, 0, kernel("eager"), counter};
      RC_ASSERT(softmax_layer(means, layer, slice(x, 1, t, t + 1)).output == slice(prefill, 1, t, t + 1));
    }
  }));
}

}  // namespace kvtally::reference::softmax_layer_test
