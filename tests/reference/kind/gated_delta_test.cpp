#include "reference/kind/gated_delta.hpp"

#include <doctest/doctest.h>

#include "reference/kind/state_text.hpp"

namespace kvtally::reference::gated_delta_test {

using test::column;

// S' = ½ · 4 = 2; u = ½ (6 − 2) = 2; S = 4. Had the correction come first, it would be ½ (4 + ½ (6 − 4)) = 2.5.
TEST_CASE("the decay comes before the correction") {
  Counter counter;
  Tensor states = column({4});
  const NewTokens tokens{column({1}), column({1}), column({6})};
  const DeltaGates gates{column(test::logs({Real(0.5)})), column({Real(0.5)})};
  CHECK(test::close(gated_delta(tokens, gates, states, counter), {4}));
  CHECK(test::work_an_element(counter, tokens) == 4);
}

TEST_CASE("at rate 0 it only forgets") {
  Counter counter;
  Tensor states = column({8});
  const NewTokens tokens{column({1, 1}), column({1, 1}), column({6, 6})};
  const DeltaGates gates{column(test::logs({Real(0.5), Real(0.25)})), column({0, 0})};
  CHECK(test::close(gated_delta(tokens, gates, states, counter), {4, 1}));
}

}  // namespace kvtally::reference::gated_delta_test
