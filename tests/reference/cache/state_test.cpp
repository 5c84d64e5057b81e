#include "reference/cache/state.hpp"

#include <doctest/doctest.h>

#include "reference/cache/support.hpp"

namespace kvtally::reference::state_test {

using test::Positions;

namespace {

constexpr std::int64_t kNumber = sizeof(Real);

// A matrix of 2 heads × 3 × 4 numbers and a tail of 3 inputs of 5 channels.
StateLayer two_tensors(Counter& counter) {
  StateLayer layer(counter);
  layer.allocate("matrix", {1, 2, 3, 4}, test::real());
  layer.allocate("tail", {1, 1, 3, 5}, test::real());
  return layer;
}

}  // namespace

TEST_CASE("a state is there from the start, in zeros, and never grows") {
  Counter counter;
  StateLayer layer = two_tensors(counter);
  const Bytes all{(2 * 3 * 4 + 3 * 5) * kNumber};
  CHECK(layer.footprint() == Footprint{all, all});
  CHECK(layer.read("tail") == Tensor({1, 1, 3, 5}));
  layer.write("matrix", test::random_tensor({1, 2, 3, 4}, 1));
  layer.saw(6);
  CHECK(layer.footprint() == Footprint{all, all});
  CHECK(layer.length() == 6);
  CHECK(layer.maximum() == std::nullopt);
  CHECK_FALSE(layer.offloads());
}

TEST_CASE("a state's bytes are counted as it is read and rewritten, whole or by a row") {
  Counter counter;
  StateLayer layer = two_tensors(counter);
  const Tensor matrix = test::random_tensor({1, 2, 3, 4}, 1);
  layer.write("matrix", matrix);
  CHECK(layer.read("matrix") == matrix);
  Counts counts = counter.take();
  CHECK(counts.written_of(Kept::state) == Bytes{24 * kNumber});
  CHECK(counts.read_of(Kept::state) == Bytes{24 * kNumber});
  CHECK(counts.loaded == Bytes{24 * kNumber});

  const Tensor input = test::random_tensor({1, 1, 1, 5}, 2);
  layer.write_row("tail", 1, input);
  CHECK(counter.take().written_of(Kept::state) == Bytes{5 * kNumber});
  CHECK(slice(layer.read("tail"), 2, 1, 2) == input);
  CHECK(slice(layer.read("tail"), 2, 2, 3) == Tensor({1, 1, 1, 5}));
}

TEST_CASE("a state can be reset and picked from, not cropped") {
  Counter counter;
  StateLayer layer = two_tensors(counter);
  const Tensor matrix = test::random_tensor({1, 2, 3, 4}, 1);
  layer.write("matrix", matrix);
  layer.saw(5);
  CHECK(layer.crop(4).error() == "a state that has seen 5 tokens can't go back to 4");
  CHECK(layer.crop(5));
  layer.pick(Positions{0, 0});
  CHECK(slice(layer.read("matrix"), 0, 1, 2) == matrix);
  layer.reset();
  CHECK(layer.read("matrix") == Tensor({2, 2, 3, 4}));
  CHECK(layer.length() == 0);
  CHECK(layer.footprint().stored == Bytes{2 * (24 + 15) * kNumber});
}

}  // namespace kvtally::reference::state_test
