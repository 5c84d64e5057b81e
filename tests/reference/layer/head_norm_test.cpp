#include "reference/layer/head_norm.hpp"

#include <doctest/doctest.h>

namespace kvtally::reference::head_norm_test {

TEST_CASE("what a query's or key's norm runs over") {
  // One token, two heads: (3, 4) and (0, 5). Mean squares: 12.5 in either head, 12.5 over both.
  const Tensor x({1, 2, 1, 2}, {3, 4, 0, 5});
  HeadNorm norm{.sort = HeadNorm::Sort::bare, .eps = Real(3.5), .query_weight = {}, .key_weight = {}};
  CHECK(normed(x, norm, {}) == Tensor({1, 2, 1, 2}, {Real(0.75), 1, 0, Real(1.25)}));
  norm.sort = HeadNorm::Sort::head;
  CHECK(normed(x, norm, Tensor({2}, {2, 4})) == Tensor({1, 2, 1, 2}, {Real(1.5), 4, 0, 5}));
  norm.offset = 1;
  CHECK(normed(x, norm, Tensor({2}, {1, 3})) == Tensor({1, 2, 1, 2}, {Real(1.5), 4, 0, 5}));
  norm.offset = 0;
  norm.sort = HeadNorm::Sort::whole;
  CHECK(normed(x, norm, Tensor({4}, {4, 4, 8, 8})) == Tensor({1, 2, 1, 2}, {3, 4, 0, 10}));
  norm.sort = HeadNorm::Sort::layer;
  // Head (3, 4): mean 3.5, variance 0.25, √(0.25 + 3.5) no round number; with eps 6 head (0, 5) has √(6.25 + 6)
  // = 3.5 and head (3, 4) √6.25 = 2.5.
  norm.eps = 6;
  CHECK(normed(x, norm, Tensor({2, 2}, {5, 10, 7, 14})) == Tensor({1, 2, 1, 2}, {-1, 2, -5, 10}));
}

}  // namespace kvtally::reference::head_norm_test
