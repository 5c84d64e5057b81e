#include "verify/proofs/state_rules.hpp"

#include <algorithm>
#include <doctest/doctest.h>

namespace kvtally::state_rules_test {

namespace {

using reference::Shape;

TEST_CASE("random cases fit together, and differ") {
  std::mt19937_64 generator(1);
  std::vector<Shape> shapes;
  for (int i = 0; i < 30; ++i) {
    const StateCase given = random_state_case(5, generator);
    const Shape states = given.states.shape();
    shapes.push_back(states);
    CHECK(given.tokens.query.shape() == given.tokens.keys.shape());
    CHECK(given.tokens.values.shape() == Shape{states[0], states[1], 5, states[3]});
    CHECK(given.channel_decay.shape() == Shape{states[0], states[1], 5, states[2]});
    CHECK(given.rate.shape() == Shape{states[0], states[1], 5, 1});
    CHECK(given.decay.shape() == given.rate.shape());
    CHECK(static_cast<std::int64_t>(given.slopes.size()) == states[1]);
    CHECK(std::ranges::all_of(given.rate.values(), [](auto rate) { return rate > 0 && rate < 1; }));
    CHECK(std::ranges::all_of(given.decay.values(), [](auto log) { return log < 0; }));
  }
  std::ranges::sort(shapes);
  CHECK(std::ranges::unique(shapes).size() < 25);
}

// No two rules say the same of one text, so that a proof cannot take one for another.
TEST_CASE("the rules are different ones") {
  std::mt19937_64 generator(2);
  const StateCase given = random_state_case(8, generator);
  std::vector<reference::Tensor> outputs;
  for (const StateRule& rule : state_rules()) {
    reference::Counter counter;
    reference::Tensor states = given.states;
    const reference::Tensor output = rule.recurrence(given, states, counter);
    CHECK(std::ranges::find(outputs, output) == outputs.end());
    outputs.push_back(output);
  }
  CHECK(outputs.size() == 8);
}

}  // namespace

}  // namespace kvtally::state_rules_test
