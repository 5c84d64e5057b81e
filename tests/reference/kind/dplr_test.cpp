#include "reference/kind/dplr.hpp"

#include <doctest/doctest.h>

#include "reference/kind/state_text.hpp"

namespace kvtally::reference::dplr_test {

using test::column;

// α reads 4 before the decay to 2; S = 2 + 3·(½·4) + 1·1 = 9. Had α read behind it, it would be 2 + 3·1 + 1 = 6.
TEST_CASE("the state is read before it decays") {
  Counter counter;
  Tensor states = column({4});
  const NewTokens tokens{column({1}), column({1}), column({1})};
  const LowRankTokens given{tokens, column(test::logs({Real(0.5)})), column({Real(0.5)}), column({3})};
  CHECK(test::close(dplr(given, states, counter), {9}));
  CHECK(test::work_an_element(counter, tokens) == 5);
}

TEST_CASE("without alpha and beta nothing is read before") {
  Counter counter;
  Tensor states = column({4});
  const NewTokens tokens{column({1}), column({1}), column({1})};
  CHECK(test::close(dplr({tokens, column(test::logs({Real(0.5)})), {}, {}}, states, counter), {3}));
  CHECK(test::work_an_element(counter, tokens) == 3);
}

}  // namespace kvtally::reference::dplr_test
