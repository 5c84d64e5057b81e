#include "reference/kind/lstm.hpp"

#include <cmath>
#include <doctest/doctest.h>

namespace kvtally::reference::lstm_test {

namespace {

// One unit whose gates are their biases alone.
LstmLayer constant(Real input, Real forget, Real candidate, Real output) {
  return {{Tensor({4, 1}), Tensor({4}, {input, forget, candidate, output})}, {Tensor({4, 1}), {}}};
}

}  // namespace

TEST_CASE("long short-term memory by hand") {
  // All gates ½, g = tanh 1 = 0.7616:  c = ½ g, then ½ (½ g) + ½ g = ¾ g;  h = ½ tanh c.
  Counter counter;
  const LstmLayer layer = constant(0, 0, 1, 0);
  StateLayer state(counter);
  allocate_lstm(state, layer, 1, codec("real"));
  const Tensor y = lstm(state, layer, Tensor({1, 2, 1}), counter);
  const Real g = std::tanh(Real(1));
  const Real first = std::tanh(g / 2) / 2;
  const Real second = std::tanh(g * Real(0.75)) / 2;
  CHECK(largest_difference(y, Tensor({1, 2, 1}, {first, second})) < 1e-6);
  CHECK(largest_difference(state.held("cell"), Tensor({1, 1, 1, 1}, {g * Real(0.75)})) < 1e-6);
  CHECK(largest_difference(state.held("hidden"), Tensor({1, 1, 1, 1}, {second})) < 1e-6);
  CHECK(state.length() == 2);
}

TEST_CASE("each row of the gates does its own") {
  const auto cell_after_3 = [](const LstmLayer& layer) {
    Counter counter;
    StateLayer state(counter);
    allocate_lstm(state, layer, 1, codec("real"));
    const Tensor y = lstm(state, layer, Tensor({1, 3, 1}), counter);
    return std::pair{state.held("cell")(0, 0, 0, 0), y(0, 2, 0)};
  };
  constexpr Real kOpen = 2000;  // its sigmoid is exactly 1, and that of −kOpen 0
  const Real g = std::tanh(Real(1));
  // Input open, forget shut: the cell is the last candidate. Both open: the sum of three. Input shut: nothing.
  CHECK(cell_after_3(constant(kOpen, -kOpen, 1, kOpen)) == std::pair{g, std::tanh(g)});
  CHECK(cell_after_3(constant(kOpen, kOpen, 1, kOpen)) == std::pair{g + g + g, std::tanh(g + g + g)});
  CHECK(cell_after_3(constant(-kOpen, kOpen, 1, kOpen)) == std::pair{Real(0), Real(0)});
  CHECK(cell_after_3(constant(kOpen, -kOpen, 1, -kOpen)) == std::pair{g, Real(0)});
}

TEST_CASE("what a layer remembers, reads and multiplies") {
  Counter counter;
  const LstmLayer layer{{Tensor({4 * 5, 3}), {}}, {Tensor({4 * 5, 5}), {}}};
  StateLayer state(counter);
  allocate_lstm(state, layer, 2, codec("f32"));
  CHECK(state.footprint().stored == Bytes{2 * 2 * 5 * 4});
  lstm(state, layer, Tensor({2, 4, 3}), counter);
  const Counts counts = counter.take();
  CHECK(counts.read_of(Kept::state) == Bytes{2 * 2 * 5 * 4});
  CHECK(counts.written_of(Kept::state) == Bytes{2 * 2 * 5 * 4});
  CHECK(counts.useful_of(Work::state) == MultiplyAdds{(4 * 5 * 5 + 2 * 5) * 8});
}

}  // namespace kvtally::reference::lstm_test
