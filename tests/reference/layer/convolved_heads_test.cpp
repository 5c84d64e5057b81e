#include "reference/layer/convolved_heads.hpp"

#include <cmath>
#include <doctest/doctest.h>

#include "reference/layer/state_weights.hpp"
#include "reference/tensor/elementwise.hpp"
#include "reference/tensor/sums.hpp"

namespace kvtally::reference::convolved_heads_test {

namespace {

double as_double(Real x) { return static_cast<double>(x); }

}  // namespace

TEST_CASE("queries have the length 1 / sqrt(dk), keys the length 1") {
  Counter counter;
  const ConvolvedHeads heads = test::random_heads(2, 4);
  StateLayer state = test::state_for(heads, counter);
  const NewTokens tokens = convolved_tokens(state, heads, test::random_tensor({1, 5, test::kHidden}, 6), counter);
  CHECK(tokens.query.shape() == Shape{1, 2, 5, 4});
  CHECK(tokens.values.shape() == Shape{1, 4, 5, 3});
  for (std::int64_t t = 0; t < 5; ++t) {
    const auto query = tokens.query.row(0, 1, t);
    const auto key = tokens.keys.row(0, 1, t);
    CHECK(as_double(dot(query, query)) == doctest::Approx(0.25).epsilon(1e-4));
    CHECK(as_double(dot(key, key)) == doctest::Approx(1).epsilon(1e-4));
  }
}

// A kernel of one token that passes x: values are silu of their projection, behind queries and keys.
TEST_CASE("the convolution's channels are queries, keys, values") {
  Counter counter;
  const ConvolvedHeads heads{.key_heads = 1,
                             .value_heads = 1,
                             .query = {Tensor({1, 1}, {1}), {}},
                             .key = {Tensor({1, 1}, {2}), {}},
                             .value = {Tensor({1, 1}, {3}), {}},
                             .convolution = {Tensor({3, 1}, {1, 1, 10}), {}},
                             .eps = 0};
  const Tensor x({1, 1, 1}, {1});
  CHECK(convolution_inputs(heads, x, counter) == Tensor({1, 1, 3}, {1, 2, 3}));
  StateLayer state(counter);
  const NewTokens tokens = convolved_tokens(state, heads, x, counter);
  CHECK(tokens.values(0, 0, 0, 0) == silu(30));
  CHECK(as_double(tokens.keys(0, 0, 0, 0)) == doctest::Approx(1));
}

// −e^A softplus(x + b): −2 ln 2 for A = ln 2 and x + b = 0; −1 · softplus(1) for A = 0, x = 3, b = −2.
TEST_CASE("log decays have a rate a head and a bias a channel") {
  const Tensor x({1, 2, 1, 2}, {1, 3, 5, 3});
  const Tensor rate({2}, {std::log(Real(2)), 0});
  const Tensor bias({4}, {-1, -3, -5, -2});
  const Tensor out = log_decays(x, rate, bias);
  CHECK(as_double(out(0, 0, 0, 0)) == doctest::Approx(-2 * 0.6931471805599453));
  CHECK(as_double(out(0, 0, 0, 1)) == doctest::Approx(-2 * 0.6931471805599453));
  CHECK(as_double(out(0, 1, 0, 0)) == doctest::Approx(-0.6931471805599453));
  CHECK(as_double(out(0, 1, 0, 1)) == doctest::Approx(-1.3132616875182228));
}

}  // namespace kvtally::reference::convolved_heads_test
