#include "verify/proofs/in_steps.hpp"

#include <doctest/doctest.h>

#include "reference/storage/codec.hpp"

namespace kvtally::in_steps_test {

namespace {

using reference::StateLayer;
using reference::Tensor;

// The names of the comparisons that fail.
std::string failures(const StatefulLayer& layer) {
  std::mt19937_64 generator(3);
  Checks checks{"p", "k"};
  compare_in_steps(checks, "layer", layer, generator);
  CHECK(checks.all().size() == 2);
  std::string out;
  for (const Check& check : checks.all()) {
    out += check.passed ? "" : check.name + "\n";
  }
  return out;
}

void one_number(StateLayer& state, std::int64_t batch) {
  state.allocate("last", {batch, 1, 1, 2}, reference::codec("real"));
}

}  // namespace

TEST_CASE("a layer that remembers nothing wrong passes") {
  CHECK(failures({2, one_number, [](StateLayer&, const Tensor& x) { return x; }}) == "");
}

TEST_CASE("a layer whose outputs depend on where a call begins fails") {
  const auto first_of_call = [](StateLayer&, const Tensor& x) {
    Tensor out = x;
    out(0, 0, 0) += 1;
    return out;
  };
  CHECK(failures({2, one_number, first_of_call}) == "p/layer\n");
}

TEST_CASE("a state that grows fails") {
  const auto grow = [](StateLayer& state, const Tensor& x) {
    const std::string name = "token " + std::to_string(state.length());
    state.allocate(name, {1, 1, 1, 2}, reference::codec("real"));
    state.saw(x.size(1));
    return x;
  };
  CHECK(failures({2, one_number, grow}) == "p/layer: stored\n");
}

}  // namespace kvtally::in_steps_test
