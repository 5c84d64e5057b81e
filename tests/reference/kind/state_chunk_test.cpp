#include "reference/kind/state_chunk.hpp"

#include <cmath>
#include <doctest/doctest.h>

namespace kvtally::reference::state_chunk_test {

namespace {

using Numbers = std::vector<Real>;

const Real kHalf = std::log(Real(0.5));

}  // namespace

// S_0 = 8. Token 1: decay ½, writes 1·3: 4 + 3. Token 2: decay ½, writes 2·1: 3.5 + 2.
TEST_CASE("a chunk reads what the state will be, and touches it only at its end") {
  Counter counter;
  Tensor states({1, 1, 1, 1}, {8});
  MatrixState state(states, 0, 0, counter);
  StateChunk chunk(state, 1, counter);
  const auto read = [&] { return static_cast<double>(chunk.read(Numbers{1})[0]); };
  const Numbers one{1};
  const Numbers two{2};
  CHECK(read() == 8);
  chunk.decay(Numbers{kHalf});
  chunk.write(one, {3});
  CHECK(read() == doctest::Approx(7));
  chunk.decay(Numbers{kHalf});
  CHECK(read() == doctest::Approx(3.5));
  chunk.write(two, {1});
  CHECK(read() == doctest::Approx(5.5));
  CHECK(states(0, 0, 0, 0) == 8);
  chunk.finish();
  CHECK(static_cast<double>(states(0, 0, 0, 0)) == doctest::Approx(5.5));
}

// e^−1600 is no double, and e^1600 neither.
TEST_CASE("decays however strong stay numbers") {
  Counter counter;
  Tensor states({1, 1, 1, 1}, {8});
  MatrixState state(states, 0, 0, counter);
  StateChunk chunk(state, 1, counter);
  const Numbers one{1};
  for (int i = 0; i < 2; ++i) {
    chunk.decay(Numbers{-800});
    chunk.write(one, {3});
  }
  CHECK(chunk.read(Numbers{1}) == Numbers{3});
  chunk.finish();
  CHECK(states(0, 0, 0, 0) == 3);
}

// dk = 2, dv = 3: the matrix costs 6, each row that was written 2 + 3.
TEST_CASE("what a chunk multiplies") {
  Counter counter;
  Tensor states({1, 1, 2, 3});
  MatrixState state(states, 0, 0, counter);
  StateChunk chunk(state, 2, counter);
  const Numbers key{1, 1};
  const auto work = [&] { return counter.take().useful_of(Work::state); };
  chunk.decay(Numbers{0, 0});
  chunk.write(key, {1, 1, 1});
  chunk.write(key, {1, 1, 1});
  CHECK(work() == MultiplyAdds{0});
  CHECK(chunk.read(key) == Numbers{4, 4, 4});
  CHECK(work() == MultiplyAdds{6 + 2 * 5});
  chunk.finish();
  CHECK(work() == MultiplyAdds{6 + 2 * 6});
}

}  // namespace kvtally::reference::state_chunk_test
