#include "reference/kind/dplr_cases.hpp"

#include <doctest/doctest.h>

#include "reference/kind/retention.hpp"
#include "reference/kind/state_text.hpp"

namespace kvtally::reference::dplr_cases_test {

using test::close;
using test::column;

namespace {

const NewTokens kTokens{Tensor({1, 1, 1, 2}, {1, 1}), Tensor({1, 1, 1, 2}, {3, 5}), test::column({7})};

}  // namespace

TEST_CASE("rules that read nothing before have decays alone") {
  const LowRankTokens linear = linear_case(kTokens);
  CHECK(linear.log_decay == Tensor({1, 1, 1, 2}));
  CHECK(linear.alpha.count() + linear.beta.count() == 0);
  CHECK(linear.tokens.values == kTokens.values);
  CHECK(close(lightning_case(kTokens, std::vector<Real>{Real(0.25)}).log_decay, {Real(-0.25), Real(-0.25)}));
  const Real log = std::log(retention_decay(0));
  CHECK(retention_case(kTokens).log_decay == Tensor({1, 1, 1, 2}, {log, log}));
  CHECK(gated_linear_case(kTokens, column({-2})).log_decay == Tensor({1, 1, 1, 2}, {-2, -2}));
  CHECK(gated_linear_case(kTokens, Tensor({1, 1, 1, 2}, {-2, -3})).log_decay == Tensor({1, 1, 1, 2}, {-2, -3}));
}

// α = e^g k, β = −b k, and b v for v, with b = ½: e^g = (½, ¼).
TEST_CASE("the gated delta rule as a case of the general one") {
  const DeltaGates gates{Tensor({1, 1, 1, 2}, test::logs({Real(0.5), Real(0.25)})), column({Real(0.5)})};
  const LowRankTokens out = gated_delta_case(kTokens, gates);
  CHECK(close(out.alpha, {Real(1.5), Real(1.25)}));
  CHECK(close(out.beta, {Real(-1.5), Real(-2.5)}));
  CHECK(close(out.tokens.values, {Real(3.5)}));
  CHECK(out.tokens.keys == kTokens.keys);
  const LowRankTokens plain = delta_case(kTokens, column({Real(0.5)}));
  CHECK(plain.log_decay == Tensor({1, 1, 1, 2}));
  CHECK(close(plain.alpha, {3, 5}));
}

// Two requests, two key heads, four of values: the rate of head h scales the values of head h.
TEST_CASE("gates are those of the heads of values") {
  const NewTokens text = test::state_text(3, 2, 4);
  Tensor rate({2, 4, 3, 1});
  rate(1, 3, 2, 0) = 2;
  const LowRankTokens out = delta_case(text, rate);
  CHECK(out.alpha.shape() == Shape{2, 4, 3, 4});
  for (std::int64_t i = 0; i < 3; ++i) {
    CHECK(out.tokens.values(1, 3, 2, i) == 2 * text.values(1, 3, 2, i));
  }
  CHECK(out.tokens.values(1, 2, 2, 0) == 0);
  CHECK(out.beta(1, 3, 2, 0) == -2 * text.keys(1, 1, 2, 0));
}

}  // namespace kvtally::reference::dplr_cases_test
