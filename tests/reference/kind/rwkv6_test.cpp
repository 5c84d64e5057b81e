#include "reference/kind/rwkv6.hpp"

#include <doctest/doctest.h>

#include "reference/kind/state_text.hpp"

namespace kvtally::reference::rwkv6_test {

// r = (1, 10) reads (8, 8): 88. With u = (3, 0.5) the token's own k = (1, 2), v = 1 adds 1 · 3 · 1 + 10 · 0.5 · 2
// = 13. Then channel 0 keeps half, channel 1 a quarter of (8, 8), and k adds (1, 2): (5, 4).
TEST_CASE("RWKV-6 by hand: the past before the token, and the token by its bonus") {
  Counter counter;
  Tensor states({1, 1, 2, 1}, {8, 8});
  const NewTokens tokens{Tensor({1, 1, 1, 2}, {1, 10}), Tensor({1, 1, 1, 2}, {1, 2}), test::column({1})};
  const Tensor decay({1, 1, 1, 2}, test::logs({Real(0.5), Real(0.25)}));
  const Tensor bonus({1, 2}, {3, Real(0.5)});
  CHECK(test::close(rwkv6(tokens, decay, bonus, states, counter), {101}));
  CHECK(test::close(states, {5, 4}));
  // 3 · 2 · 1 for the matrix, 2 · 2 + 1 for the bonus
  CHECK(counter.counts().useful_of(Work::state) == MultiplyAdds{11});
}

// 2 requests, 2 heads, 5 tokens: 20 times 3 · 4 · 3 + 2 · 4 + 3.
TEST_CASE("the multiply-adds of RWKV-6 for a text") {
  Counter counter;
  Tensor states({2, 2, 4, 3});
  rwkv6(test::state_text(5), Tensor({2, 2, 5, 4}), Tensor({2, 4}), states, counter);
  CHECK(counter.counts().useful_of(Work::state) == MultiplyAdds{20 * 47});
}

}  // namespace kvtally::reference::rwkv6_test
