#include "reference/kind/gsa.hpp"

#include <cmath>
#include <doctest/doctest.h>

#include "reference/kind/state_text.hpp"

namespace kvtally::reference::gsa_test {

// Two slots that hold keys 8 and 4 and values (1, 2) and (3, 4), and gates ½ and ¼. With
// k = 0 the keys become 4 and 1, with v = (8, 16) the values ½ (1, 2) + ½ (8, 16) = (4.5, 9) and ¼ (3, 4) + ¾ (8,
// 16) = (6.75, 13). q = ln 3 ÷ 3 scores them (4, 1) q: weights 3 : 1.
TEST_CASE("gated slots by hand") {
  Counter counter;
  Tensor keys({1, 1, 1, 2}, {8, 4});
  Tensor values({1, 1, 2, 2}, {1, 2, 3, 4});
  const NewTokens tokens{test::column({std::log(Real(3)) / 3}), test::column({0}), Tensor({1, 1, 1, 2}, {8, 16})};
  const Tensor gate({1, 1, 1, 2}, test::logs({Real(0.5), Real(0.25)}));
  const Tensor out = gated_slots(tokens, gate, keys, values, counter);
  CHECK(test::close(keys, {4, 1}));
  CHECK(test::close(values, {Real(4.5), 9, Real(6.75), 13}));
  CHECK(test::close(out, {(3 * Real(4.5) + Real(6.75)) / 4, Real(3 * 9 + 13) / 4}));
  // 3 · 2 slots · (1 + 2)
  CHECK(counter.counts().useful_of(Work::state) == MultiplyAdds{18});
}

// A gate of 1 takes nothing of the token: k = 5 and v = 7 are not written. A gate of 0 takes it alone.
TEST_CASE("a gate of a slot chooses between what it holds and the token") {
  Counter counter;
  Tensor keys({1, 1, 1, 2}, {2, 2});
  Tensor values({1, 1, 2, 1}, {1, 1});
  const Tensor gate({1, 1, 1, 2}, test::logs({1, 0}));
  gated_slots({test::column({1}), test::column({5}), test::column({7})}, gate, keys, values, counter);
  CHECK(test::close(keys, {2, 5}));
  CHECK(test::close(values, {1, 7}));
}

// 2 requests, 4 heads, 5 tokens with 6 slots: 40 times 3 · 6 · (4 + 3).
TEST_CASE("the multiply-adds of gated slots for a text whose key heads are shared") {
  Counter counter;
  Tensor keys({2, 4, 4, 6});
  Tensor values({2, 4, 6, 3});
  gated_slots(test::state_text(5, 2, 4), Tensor({2, 4, 5, 6}), keys, values, counter);
  CHECK(counter.counts().useful_of(Work::state) == MultiplyAdds{40 * 126});
}

}  // namespace kvtally::reference::gsa_test
