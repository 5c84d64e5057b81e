#include "reference/kind/index_scores.hpp"

#include <doctest/doctest.h>
#include <limits>

#include "reference/cache/store.hpp"
#include "reference/storage/codec.hpp"

namespace kvtally::reference::index_scores_test {

namespace {

constexpr Real kUnseen = -std::numeric_limits<Real>::infinity();

}  // namespace

TEST_CASE("products with what a query sees, by hand") {
  Counter counter;
  RowStore store(codec("real"), counter, Kept::indexer);
  store.append(Tensor({1, 1, 3, 2}, {1, 0, 0, 2, -1, 1}));
  counter.take();
  // Two heads, two queries at positions 1 and 2.
  const Tensor query({1, 2, 2, 2}, {1, 1, 2, 1, 0, -1, 1, 0});
  const Tensor products = index_products(query, store.rows({0, 1, 2}), 1, counter);
  CHECK(products == Tensor({1, 2, 2, 3}, {1, 2, kUnseen, 2, 2, -1, 0, -2, kUnseen, 1, 0, -1}));
  const Counts counts = counter.take();
  CHECK(counts.useful_of(Work::indexer) == MultiplyAdds{(2 + 3) * 2 * 2});
  CHECK(counts.read_of(Kept::indexer) == Bytes{3 * 2 * std::int64_t{sizeof(Real)}});  // each once for all

  // Σ_h w_h relu(2 p_h): at the first query 3·2·1, 3·2·2 + 5·0; at the second 1·4 − 1·2, 1·4, 0.
  const Tensor weights({1, 2, 2}, {3, 5, 1, -1});
  CHECK(relu_scores(products, 2, weights) == Tensor({1, 1, 2, 3}, {6, 12, kUnseen, 2, 4, 0}));
  CHECK(relu_scores(products, 1, std::nullopt) == Tensor({1, 1, 2, 3}, {1, 2, kUnseen, 3, 2, 0}));
}

TEST_CASE("no keys have no products") {
  Counter counter;
  const Rows none(Tensor({1, 1, 0, 2}), {});
  CHECK(index_products(Tensor({1, 3, 2, 2}), none, 0, counter).shape() == Shape{1, 3, 2, 0});
  CHECK(counter.take().useful_of(Work::indexer) == MultiplyAdds{0});
}

}  // namespace kvtally::reference::index_scores_test
