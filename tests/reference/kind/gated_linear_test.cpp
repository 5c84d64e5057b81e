#include "reference/kind/gated_linear.hpp"

#include <doctest/doctest.h>

#include "reference/kind/state_text.hpp"

namespace kvtally::reference::gated_linear_test {

// Channel 0 keeps half, channel 1 a quarter of (8, 8); then k = (1, 2), v = 1 adds (1, 2): (5, 4). q = (1, 10).
TEST_CASE("a gate a channel, by hand") {
  Counter counter;
  Tensor states({1, 1, 2, 1}, {8, 8});
  const NewTokens tokens{Tensor({1, 1, 1, 2}, {1, 10}), Tensor({1, 1, 1, 2}, {1, 2}), test::column({1})};
  const Tensor gates({1, 1, 1, 2}, test::logs({Real(0.5), Real(0.25)}));
  CHECK(test::close(gated_linear(tokens, gates, states, counter), {45}));
  CHECK(test::close(states, {5, 4}));
  CHECK(test::work_an_element(counter, tokens) == 3);
}

// Half of (8, 8), then (1, 2): (5, 6).
TEST_CASE("one gate for all channels, by hand") {
  Counter counter;
  Tensor states({1, 1, 2, 1}, {8, 8});
  const NewTokens tokens{Tensor({1, 1, 1, 2}, {1, 10}), Tensor({1, 1, 1, 2}, {1, 2}), test::column({1})};
  const Tensor gate({1, 1, 1, 1}, test::logs({Real(0.5)}));
  CHECK(test::close(simple_gated_linear(tokens, gate, states, counter), {65}));
  CHECK(test::close(states, {5, 6}));
  CHECK(test::work_an_element(counter, tokens) == 3);
}

}  // namespace kvtally::reference::gated_linear_test
