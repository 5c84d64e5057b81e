#include "reference/kind/lightning.hpp"

#include <doctest/doctest.h>

#include "reference/kind/state_text.hpp"

namespace kvtally::reference::lightning_test {

// Of 2 heads, 2^(−4) and 2^(−8), times 1 − l ÷ (layers − 1 + 1e-5) + 1e-5.
TEST_CASE("slopes fall from head to head and from layer to layer") {
  const auto first = lightning_slopes(2, 0, 4);
  CHECK(static_cast<double>(first[0]) == doctest::Approx(1.00001 / 16));
  CHECK(static_cast<double>(first[1]) == doctest::Approx(1.00001 / 256));
  const auto second = lightning_slopes(2, 1, 4);  // MiniMax's own numbers for layer 1 of 4
  CHECK(static_cast<double>(second[0]) == doctest::Approx(0.04166736111087963));
  CHECK(static_cast<double>(second[1]) == doctest::Approx(0.002604210069429977));
  const auto last = lightning_slopes(2, 3, 4);
  CHECK(last[0] > 0);
  CHECK(last[0] < Real(1e-5));
}

// S = 1, e^−m + 1 with e^−m = ½, then ¾ + 2.
TEST_CASE("lightning attention by hand, three multiply-adds an element") {
  Counter counter;
  Tensor states({1, 1, 1, 1});
  const NewTokens tokens{test::column({1, 1, 2}), test::column({1, 1, 1}), test::column({1, 1, 2})};
  const std::vector<Real> slopes{std::log(Real(2))};
  CHECK(test::close(lightning(tokens, slopes, states, counter), {1, Real(1.5), Real(5.5)}));
  CHECK(test::close(states, {Real(2.75)}));
  CHECK(test::work_an_element(counter, tokens) == 3);
}

}  // namespace kvtally::reference::lightning_test
