#include "reference/tensor/linear.hpp"

#include <doctest/doctest.h>

#include "reference/random.hpp"

namespace kvtally::reference::linear_test {

TEST_CASE("a linear layer multiplies by the rows of its weight and adds its bias") {
  const Tensor x({1, 2, 2}, {1, 2, 3, 4});
  const Linear layer{Tensor({3, 2}, {1, 0, 0, 1, 1, 10}), Tensor({3}, {100, 200, 300})};
  Counter counter;
  // Token (1, 2): 1, 2 and 1 + 20; token (3, 4): 3, 4 and 3 + 40.
  CHECK(projected(x, {layer.weight, {}}, counter) == Tensor({1, 2, 3}, {1, 2, 21, 3, 4, 43}));
  CHECK(projected(x, layer, counter) == Tensor({1, 2, 3}, {101, 202, 321, 103, 204, 343}));
  // Twice 2 tokens · 3 outputs · 2 inputs.
  CHECK(counter.counts().useful_of(Work::projection) == MultiplyAdds{24});
  CHECK(counter.counts().performed_of(Work::projection) == MultiplyAdds{24});
  projected(x, layer, counter, Work::expansion);
  CHECK(counter.counts().useful_of(Work::expansion) == MultiplyAdds{12});
}

TEST_CASE("a token's projection has the same bits whatever comes with it") {
  const Tensor x = test::random_tensor({2, 7, 13}, 1);
  const Linear layer{test::random_tensor({5, 13}, 2), {}};
  Counter counter;
  const Tensor all = projected(x, layer, counter);
  for (std::int64_t t = 0; t < 7; ++t) {
    CHECK(projected(slice(x, 1, t, t + 1), layer, counter) == slice(all, 1, t, t + 1));
  }
}

TEST_CASE("heads are runs of channels") {
  const Tensor x({1, 2, 4}, {0, 1, 2, 3, 4, 5, 6, 7});
  const Tensor heads = split_heads(x, 2);
  CHECK(heads == Tensor({1, 2, 2, 2}, {0, 1, 4, 5, 2, 3, 6, 7}));
  CHECK(merged_heads(heads) == x);
}

}  // namespace kvtally::reference::linear_test
