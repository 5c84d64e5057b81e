#include "reference/kind/kimi_delta.hpp"

#include <doctest/doctest.h>

#include "reference/kind/state_text.hpp"

namespace kvtally::reference::kimi_delta_test {

// S' = (½ · 8, ¼ · 8) = (4, 2); k = (1, 1): u = ½ (10 − 6) = 2; S = (6, 4); q = (1, 10).
TEST_CASE("Kimi delta attention by hand") {
  Counter counter;
  Tensor states({1, 1, 2, 1}, {8, 8});
  const NewTokens tokens{Tensor({1, 1, 1, 2}, {1, 10}), Tensor({1, 1, 1, 2}, {1, 1}), test::column({10})};
  const DeltaGates gates{Tensor({1, 1, 1, 2}, test::logs({Real(0.5), Real(0.25)})), test::column({Real(0.5)})};
  CHECK(test::close(kimi_delta(tokens, gates, states, counter), {46}));
  CHECK(test::close(states, {6, 4}));
  CHECK(test::work_an_element(counter, tokens) == 4);
}

}  // namespace kvtally::reference::kimi_delta_test
