#include "verify/vectors/passes_run.hpp"

#include <doctest/doctest.h>

namespace kvtally::passes_run_test {

namespace {

using reference::Tensor;

// Running sums of 1, 2, 3, 4 with two tokens in the first pass: 1, 3, 6, 10; the state is the last of them.
PassesRun sums() {
  return {.lengths = {4, 2},
          .axis = 0,
          .states = {{"sum", Tensor({1}, {3}), Tensor({1}, {10})}},
          .fresh = {Tensor({1, 1})},
          .run = [](std::vector<Tensor>& states, std::int64_t from, std::int64_t to) {
            Tensor out({to - from});
            for (std::int64_t t = from; t < to; ++t) {
              states[0](0, 0) += static_cast<reference::Real>(t + 1);
              out(t - from) = states[0](0, 0);
            }
            return out;
          }};
}

std::string failed(const Tensor& y, const PassesRun& passes) {
  Checks checks("p", "k");
  compare_passes(y, passes, checks);
  CHECK(checks.all().size() == 4);
  std::string out;
  for (const Check& check : checks.all()) {
    out += check.passed ? "" : check.name + "\n";
  }
  return out;
}

TEST_CASE("outputs and states of passes are compared, each with its own figure") {
  CHECK(failed(Tensor({4}, {1, 3, 6, 10}), sums()) == "");
  CHECK(failed(Tensor({4}, {1, 3, 7, 10}), sums()) == "p/y (at once)\np/y (in steps)\n");
  PassesRun wrong = sums();
  wrong.states[0].after_first(0) = 4;
  CHECK(failed(Tensor({4}, {1, 3, 6, 10}), wrong) == "p/sum_after_P\n");
  wrong = sums();
  wrong.states[0].final(0) = 4;
  CHECK(failed(Tensor({4}, {1, 3, 6, 10}), wrong) == "p/final_sum\n");
}

}  // namespace

}  // namespace kvtally::passes_run_test
