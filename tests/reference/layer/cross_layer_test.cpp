#include "reference/layer/cross_layer.hpp"

#include <doctest/doctest.h>

#include "reference/cache/cross.hpp"
#include "reference/random.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally::reference::cross_layer_test {

TEST_CASE("text looks at all states, which are projected and written once") {
  Counter counter;
  Cache cache;
  cache.add(std::make_unique<CrossLayer>(codec("real"), codec("real"), counter));
  const Means means{cache, 0, kernel("eager"), counter};
  SoftmaxLayer layer;
  layer.heads = layer.key_heads = 2;
  for (Linear* linear : {&layer.query, &layer.key, &layer.output}) {
    linear->weight = test::random_tensor({6, 6}, 1);
  }
  layer.value = layer.key;

  const Tensor x = test::random_tensor({1, 4, 6}, 3);
  const Attended all = cross_layer(means, layer, x, test::random_tensor({1, 5, 6}, 2));
  // Four tokens, query and output projections of 36 each; five states, key and value projections of 36 each; 2
  // heads · 5 states · (3 + 3) numbers are written.
  Counts counts = counter.take();
  CHECK(counts.useful_of(Work::projection) == MultiplyAdds{4 * 72 + 5 * 72});
  CHECK(counts.written_of(Kept::entries) == Bytes{2 * 5 * 6 * std::int64_t{sizeof(Real)}});

  // Without states there is nothing to write and nothing new to see. Each of 2 heads multiplies 4 · 5 pairs over 3
  // channels.
  CHECK(cross_layer(means, layer, x, std::nullopt).output == all.output);
  counts = counter.take();
  CHECK(counts.useful_of(Work::projection) == MultiplyAdds{4 * 72});
  CHECK(counts.useful_of(Work::scores) == MultiplyAdds{2 * 4 * 5 * 3});
  CHECK(counts.written_of(Kept::entries) == Bytes{});
  CHECK(cache.layer(0).length() == 5);
  for (std::int64_t t = 0; t < 4; ++t) {
    CHECK(cross_layer(means, layer, slice(x, 1, t, t + 1), std::nullopt).output == slice(all.output, 1, t, t + 1));
  }
}

}  // namespace kvtally::reference::cross_layer_test
