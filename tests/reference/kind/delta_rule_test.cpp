#include "reference/kind/delta_rule.hpp"

#include <doctest/doctest.h>

#include "reference/kind/state_text.hpp"

namespace kvtally::reference::delta_rule_test {

using test::column;

TEST_CASE("at rate 1 the newest value replaces the old one, at rate 0 nothing changes") {
  Counter counter;
  Tensor states({1, 1, 1, 1});
  const NewTokens tokens{column({1, 1, 1}), column({1, 1, 1}), column({5, 7, 9})};
  CHECK(delta_rule(tokens, column({1, 1, 0}), states, counter) == column({5, 7, 7}));
  CHECK(test::work_an_element(counter, tokens) == 3);
}

// S = 0: u = ½ (4 − 0) = 2. Then k = 2: u = ½ (10 − 4) = 3, S = 2 + 2·3 = 8, read with q = 3.
TEST_CASE("the delta rule by hand") {
  Counter counter;
  Tensor states({1, 1, 1, 1});
  const NewTokens tokens{column({1, 3}), column({1, 2}), column({4, 10})};
  CHECK(delta_rule(tokens, column({Real(0.5), Real(0.5)}), states, counter) == column({2, 24}));
}

TEST_CASE("keys that are orthogonal keep their values") {
  Counter counter;
  Tensor states({1, 1, 2, 1});
  const Tensor keys({1, 1, 3, 2}, {1, 0, 0, 1, 1, 0});
  const Tensor queries({1, 1, 3, 2}, {1, 0, 1, 0, 0, 1});
  // the second query finds the first value, the third, behind a new value of key 0, that of key 1
  CHECK(delta_rule({queries, keys, column({3, 4, 5})}, column({1, 1, 1}), states, counter) == column({3, 3, 4}));
  CHECK(states == Tensor({1, 1, 2, 1}, {5, 4}));
}

}  // namespace kvtally::reference::delta_rule_test
