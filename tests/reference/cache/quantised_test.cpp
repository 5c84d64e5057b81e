#include "reference/cache/quantised.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "reference/random.hpp"

namespace kvtally::reference::quantised_test {

namespace {

// Tokens [1, heads, tokens, dim] of random keys; the values are the keys' negatives.
struct Stream {
  Tensor keys;
  Tensor values;

  Stream(Shape shape, std::uint64_t seed) : keys(test::random_tensor(std::move(shape), seed)), values(keys) {
    std::ranges::for_each(values.values(), [](Real& number) { number = -number; });
  }
  KeyValues feed(CacheLayer& layer, std::int64_t tokens) const {
    const std::int64_t from = layer.length();
    return layer.update(slice(keys, 2, from, from + tokens), slice(values, 2, from, from + tokens));
  }
};

QuantisedLayer exact_layer(Counter& counter, const QuantisedSettings& settings) {
  return {codec("real"), codec("real"), counter, settings};
}

}  // namespace

TEST_CASE("the quantised container, step by step, worked by hand") {
  Counter counter;
  QuantisedLayer layer = exact_layer(counter, {.bits = 2, .group = 4, .residual = 3});
  const auto row = [](std::vector<Real> numbers) {
    const auto tokens = static_cast<std::int64_t>(numbers.size()) / 4;
    return Tensor({1, 1, tokens, 4}, std::move(numbers));
  };
  // Quantised at once, handed out as it came. 0 to 3 in 2 bits: scale 1, codes 0, 1.5 -> 2, 0.5 -> 0, 3.
  const Tensor first = row({0, Real(1.5), Real(0.5), 3});
  CHECK(layer.update(first, first).keys.numbers() == first);
  CHECK(layer.quantised_tokens() == 1);
  CHECK(layer.residual_tokens() == 0);
  // Nothing waits yet: the new token does now.
  const Tensor second = row({0, Real(0.9), 6, 6});
  CHECK(layer.update(second, second).keys.numbers() == row({0, 2, 0, 3, 0, Real(0.9), 6, 6}));
  CHECK(layer.residual_tokens() == 1);
  // 1 + 1 < 3: waits. 2 + 1 >= 3: all is quantised anew, after it was handed out.
  CHECK(layer.update(second, second).keys.positions() == std::vector<std::int64_t>{0, 1, 2});
  CHECK(layer.residual_tokens() == 2);
  CHECK(layer.quantises_next());
  CHECK(layer.update(second, second).keys.numbers() ==
        row({0, 2, 0, 3, 0, Real(0.9), 6, 6, 0, Real(0.9), 6, 6, 0, Real(0.9), 6, 6}));
  CHECK(layer.quantised_tokens() == 4);
  CHECK(layer.residual_tokens() == 0);
  // 0 to 6: scale 2, 0.9 -> 0. What was quantised twice is the same: 0, 2, 0, 3.
  CHECK(layer.update(first, first).values.numbers() ==
        row({0, 2, 0, 3, 0, 0, 6, 6, 0, 0, 6, 6, 0, 0, 6, 6, 0, Real(1.5), Real(0.5), 3}));
  CHECK(layer.length() == 5);
  CHECK(layer.mask_sizes(2) == MaskSizes{7, 0});
  CHECK_FALSE(layer.maximum());
}

TEST_CASE("by default 127 tokens wait, and the one after them has all quantised") {
  Counter counter;
  QuantisedLayer layer(codec("bf16"), codec("bf16"), counter);
  const Stream stream({1, 2, 150, 64}, 1);
  stream.feed(layer, 10);
  for (int i = 0; i < 127; ++i) {
    stream.feed(layer, 1);
  }
  CHECK(layer.residual_tokens() == 127);
  CHECK(layer.quantised_tokens() == 10);
  stream.feed(layer, 1);
  CHECK(layer.residual_tokens() == 0);
  CHECK(layer.quantised_tokens() == 138);
}

TEST_CASE("bytes are those of the buffers: codes, scales and shifts, waiting tokens") {
  Counter counter;
  QuantisedLayer layer(codec("bf16"), codec("bf16"), counter);
  const Stream stream({1, 2, 20, 64}, 2);
  // A row of 64: 32 bytes of codes, 2 of scale, 2 of shift = 36. Keys and values, 2 heads, 10 tokens: 40 rows.
  stream.feed(layer, 10);
  CHECK(layer.footprint() == Footprint{Bytes{40 * 36}, Bytes{40 * 36}});
  const Counts prefill = counter.take();
  CHECK(prefill.written_of(Kept::entries) == Bytes{40 * 36});
  CHECK(prefill.read_of(Kept::entries) == Bytes{0});
  CHECK(prefill.largest_intermediate == 0);

  // A waiting row of 64 in bf16: 128 bytes, 4 rows a token. The keys handed out are 2 · 11 · 64 numbers, and they
  // and the values are 2 · 2 · 11 rows of 128 bytes.
  stream.feed(layer, 1);
  CHECK(layer.footprint().carried == Bytes{40 * 36 + 4 * 128});
  const Counts second = counter.take();
  CHECK(second.written_of(Kept::entries) == Bytes{4 * 128});
  CHECK(second.read_of(Kept::entries) == Bytes{40 * 36});
  CHECK(second.loaded == Bytes{40 * 36});
  CHECK(second.largest_intermediate == 2 * 11 * 64);
  CHECK(second.copied == Bytes{2 * 2 * 11 * 128});

  // The waiting token is read too, and copied when the buffer grows.
  stream.feed(layer, 1);
  const Counts third = counter.take();
  CHECK(third.read_of(Kept::entries) == Bytes{40 * 36 + 4 * 128});
  CHECK(third.copied == Bytes{2 * 2 * 12 * 128 + 4 * 128});
}

TEST_CASE("quantising anew writes all tokens") {
  Counter counter;
  QuantisedLayer layer(codec("bf16"), codec("bf16"), counter, {.residual = 2});
  const Stream stream({1, 2, 20, 64}, 3);
  stream.feed(layer, 5);
  stream.feed(layer, 1);
  counter.take();
  stream.feed(layer, 1);
  CHECK(counter.take().written_of(Kept::entries) == Bytes{2 * 2 * 7 * 36});
  CHECK(layer.footprint().carried == Bytes{2 * 2 * 7 * 36});
}

TEST_CASE("what is handed out is near the tokens, and exact where they wait") {
  CHECK(rc::check([] {
    Counter counter;
    const auto heads = *rc::gen::inRange<std::int64_t>(1, 4);
    const auto groups = *rc::gen::inRange<std::int64_t>(1, 4);
    const auto residual = *rc::gen::inRange<std::int64_t>(1, 6);
    QuantisedLayer layer = exact_layer(counter, {.bits = 8, .group = 8, .residual = residual});
    const Stream stream({1, heads, 40, 8 * groups}, *rc::gen::arbitrary<std::uint64_t>());
    while (layer.length() < 30) {
      const std::int64_t exact = layer.quantised_tokens();
      const KeyValues out = stream.feed(layer, *rc::gen::inRange<std::int64_t>(1, 8));
      const std::int64_t length = layer.length();
      RC_ASSERT(out.keys.positions() == positions_from(0, length));
      RC_ASSERT(slice(out.keys.numbers(), 2, exact, length) == slice(stream.keys, 2, exact, length));
      RC_ASSERT(slice(out.values.numbers(), 2, exact, length) == slice(stream.values, 2, exact, length));
      // 255 steps over a spread of less than 12: half a step is 0.024, and quantising anew moves nothing further.
      RC_ASSERT(largest_difference(out.keys.numbers(), slice(stream.keys, 2, 0, length)) < 0.025);
    }
  }));
}

TEST_CASE("requests are kept in the order that is asked for") {
  Counter counter;
  QuantisedLayer layer = exact_layer(counter, {.bits = 4, .group = 8, .residual = 8});
  const Stream stream({3, 2, 6, 4}, 4);
  const std::vector<std::int64_t> beams{2, 0, 0};
  stream.feed(layer, 2);
  layer.pick(beams);  // before any token waits
  layer.reset();
  stream.feed(layer, 4);
  stream.feed(layer, 1);
  const Tensor before = stream.feed(layer, 1).keys.numbers();
  layer.pick(beams);
  const Tensor next({3, 2, 1, 4});
  CHECK(slice(layer.update(next, next).keys.numbers(), 2, 0, 6) == picked(before, 0, beams));
}

TEST_CASE("a reset forgets the tokens") {
  Counter counter;
  QuantisedLayer layer = exact_layer(counter, {.bits = 4, .group = 8, .residual = 8});
  const Stream stream({1, 2, 6, 8}, 5);
  stream.feed(layer, 4);
  stream.feed(layer, 1);
  layer.reset();
  CHECK(layer.length() == 0);
  CHECK(layer.footprint().carried == Bytes{0});
  CHECK(stream.feed(layer, 3).keys.numbers() == slice(stream.keys, 2, 0, 3));
  CHECK(layer.quantised_tokens() == 3);
}

TEST_CASE("waiting tokens can be forgotten, quantised ones where no group is cut") {
  Counter counter;
  QuantisedLayer layer = exact_layer(counter, {.bits = 4, .group = 16, .residual = 8});
  const Stream stream({1, 2, 8, 8}, 6);
  stream.feed(layer, 4);
  stream.feed(layer, 1);
  const Tensor all = stream.feed(layer, 1).keys.numbers();
  CHECK(layer.crop(7).error() == "6 tokens are kept, 7 can't be");
  CHECK(layer.crop(-1).error() == "6 tokens are kept, -1 can't be");
  CHECK(layer.crop(3).error() ==
        "4 tokens of 8 numbers are quantised in groups of 16, and one would have to be cut to keep 3");
  CHECK(layer.length() == 6);
  REQUIRE(layer.crop(5));
  CHECK(layer.residual_tokens() == 1);
  REQUIRE(layer.crop(2));
  CHECK(layer.quantised_tokens() == 2);
  CHECK(layer.residual_tokens() == 0);
  CHECK(slice(stream.feed(layer, 1).keys.numbers(), 2, 0, 2) == slice(all, 2, 0, 2));
  REQUIRE(layer.crop(0));
  CHECK(layer.length() == 0);
}

TEST_CASE("groups that run across heads are cut by no crop") {
  Counter counter;
  QuantisedLayer layer = exact_layer(counter, {.bits = 4, .group = 16, .residual = 8});
  const Stream stream({1, 2, 3, 8}, 7);
  stream.feed(layer, 3);
  CHECK(layer.crop(2).error() ==
        "3 tokens of 8 numbers are quantised in groups of 16, and one would have to be cut to keep 2");
}

TEST_CASE("a quantised cache is refused where a layer has another attention") {
  using Types = std::vector<std::string>;
  CHECK(quantised_cache_allowed(Types{"full_attention", "full_attention"}));
  CHECK(quantised_cache_allowed(Types{}));
  CHECK(quantised_cache_allowed(Types{"full_attention", "sliding_attention", "linear_attention"}).error() ==
        "layer 1 is 'sliding_attention': a quantised cache is for models whose layers all have full attention");
}

}  // namespace kvtally::reference::quantised_test
