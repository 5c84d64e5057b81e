#include "reference/kind/matrix_state.hpp"

#include <doctest/doctest.h>

namespace kvtally::reference::matrix_state_test {

TEST_CASE("a matrix state is written, decayed and read, six multiply-adds each") {
  Counter counter;
  Tensor states({1, 1, 2, 3});
  MatrixState state(states, 0, 0, counter);
  const std::vector<Real> key{1, 2};
  const std::vector<Real> value{3, 4, 5};
  const auto work = [&] { return counter.take().useful_of(Work::state); };
  state.write(key, value);
  CHECK(states == Tensor({1, 1, 2, 3}, {3, 4, 5, 6, 8, 10}));
  CHECK(work() == MultiplyAdds{6});
  state.decay(Real(0.5));
  CHECK(states == Tensor({1, 1, 2, 3}, {Real(1.5), 2, Real(2.5), 3, 4, 5}));
  CHECK(work() == MultiplyAdds{6});
  state.decay(std::vector<Real>{2, 10});
  CHECK(states == Tensor({1, 1, 2, 3}, {3, 4, 5, 30, 40, 50}));
  CHECK(work() == MultiplyAdds{6});
  state.decay_values(std::vector<Real>{2, 1, 0});
  CHECK(states == Tensor({1, 1, 2, 3}, {6, 4, 0, 60, 40, 0}));
  CHECK(work() == MultiplyAdds{6});
  states = Tensor({1, 1, 2, 3}, {3, 4, 5, 30, 40, 50});
  // 10 (3, 4, 5) − (30, 40, 50) = 0; (3, 4, 5) + (30, 40, 50)
  CHECK(state.read(std::vector<Real>{10, -1}) == std::vector<Real>{0, 0, 0});
  CHECK(state.read(std::vector<Real>{1, 1}) == std::vector<Real>{33, 44, 55});
  CHECK(work() == MultiplyAdds{12});
}

TEST_CASE("a head's state is its own") {
  Counter counter;
  Tensor states({2, 2, 1, 1});
  MatrixState(states, 1, 0, counter).write(std::vector<Real>{2}, std::vector<Real>{3});
  CHECK(states == Tensor({2, 2, 1, 1}, {0, 0, 6, 0}));
  MatrixState(states, 0, 1, counter).write(std::vector<Real>{1}, std::vector<Real>{1});
  CHECK(states == Tensor({2, 2, 1, 1}, {0, 1, 6, 0}));
}

}  // namespace kvtally::reference::matrix_state_test
