#include "reference/kind/elman.hpp"

#include <cmath>
#include <doctest/doctest.h>

namespace kvtally::reference::elman_test {

TEST_CASE("a simple recurrent network by hand") {
  // One unit: W = 1, U = 2, b = ½, V = 3, c = 1, x = ½, 0:
  //   h = tanh(½ + ½),  then  h' = tanh(0 + ½ + 2 h);  y = 3 h + 1
  Counter counter;
  const ElmanNetwork network{{Tensor({1, 1}, {1}), Tensor({1}, {Real(0.5)})},
                             {Tensor({1, 1}, {2}), {}},
                             {Tensor({1, 1}, {3}), Tensor({1}, {1})}};
  StateLayer state(counter);
  allocate_elman(state, network, 1, codec("real"));
  const Tensor y = elman(state, network, Tensor({1, 2, 1}, {Real(0.5), 0}), counter);
  const Real first = std::tanh(Real(1));
  const Real second = std::tanh(Real(0.5) + 2 * first);
  CHECK(largest_difference(y, Tensor({1, 2, 1}, {3 * first + 1, 3 * second + 1})) < 1e-6);
  CHECK(largest_difference(state.held("hidden"), Tensor({1, 1, 1, 1}, {second})) < 1e-6);
  CHECK(state.length() == 2);
}

TEST_CASE("what an Elman network remembers, reads and multiplies") {
  Counter counter;
  const ElmanNetwork network{{Tensor({5, 3}), {}}, {Tensor({5, 5}), {}}, {Tensor({2, 5}), {}}};
  StateLayer state(counter);
  allocate_elman(state, network, 2, codec("f32"));
  CHECK(state.footprint().stored == Bytes{2 * 5 * 4});
  elman(state, network, Tensor({2, 4, 3}), counter);
  const Counts counts = counter.take();
  CHECK(counts.read_of(Kept::state) == Bytes{2 * 5 * 4});
  CHECK(counts.written_of(Kept::state) == Bytes{2 * 5 * 4});
  CHECK(counts.useful_of(Work::state) == MultiplyAdds{5 * 5 * 8});
  CHECK(counts.useful_of(Work::projection) == MultiplyAdds{(5 * 3 + 2 * 5) * 8});
}

}  // namespace kvtally::reference::elman_test
