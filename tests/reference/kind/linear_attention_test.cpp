#include "reference/kind/linear_attention.hpp"

#include <doctest/doctest.h>

#include "reference/kind/state_text.hpp"
#include "reference/tensor/elementwise.hpp"

namespace kvtally::reference::linear_attention_test {

using test::column;

// S = 1·1, 1 + 1·2, 3 + 2·3; z = 1, 2, 4.
TEST_CASE("linear attention adds up, and its normaliser divides") {
  Counter counter;
  Tensor states({1, 1, 1, 1});
  const NewTokens tokens{column({1, 1, 3}), column({1, 1, 2}), column({1, 2, 3})};
  CHECK(linear_attention(tokens, states, counter) == column({1, 3, 27}));
  CHECK(states == column({9}));
  states = column({0});
  Tensor normaliser({1, 1, 1, 1});
  CHECK(normalised_linear_attention(tokens, 0, states, normaliser, counter) ==
        column({1, Real(1.5), Real(27) / 12}));
  CHECK(normaliser == column({4}));
  // Once more over the same tokens: S goes on from 9, z from 4; eps = 1: 10 ÷ (5 + 1).
  const NewTokens one{column({1}), column({1}), column({1})};
  CHECK(normalised_linear_attention(one, 1, states, normaliser, counter) == column({Real(10) / 6}));
}

TEST_CASE("the feature map is positive and continuous") {
  CHECK(elu_plus_one(2) == 3);
  CHECK(elu_plus_one(0) == 1);
  CHECK(static_cast<double>(elu_plus_one(-1)) == doctest::Approx(0.36787944117144233));
}

TEST_CASE("a normalised output is a mean of the values: of equal ones, that value") {
  Counter counter;
  NewTokens tokens = test::state_text(6);
  tokens.query = mapped(tokens.query, elu_plus_one);
  tokens.keys = mapped(tokens.keys, elu_plus_one);
  tokens.values =
      Tensor(tokens.values.shape(), std::vector<Real>(static_cast<std::size_t>(tokens.values.count()), 5));
  Tensor states({2, 2, 4, 3});
  Tensor normaliser({2, 2, 1, 4});
  const Tensor out = normalised_linear_attention(tokens, 0, states, normaliser, counter);
  CHECK(test::close(out, std::vector<Real>(static_cast<std::size_t>(out.count()), 5)));
}

// Value heads 0 and 1 share key head 0, 2 and 3 key head 1.
TEST_CASE("heads of values share those of keys") {
  Counter counter;
  const NewTokens text = test::state_text(5, 2, 4);
  Tensor states({2, 4, 4, 3});
  const Tensor out = linear_attention(text, states, counter);
  const std::vector<std::int64_t> twice{0, 0, 1, 1};
  Tensor other({2, 4, 4, 3});
  CHECK(linear_attention({picked(text.query, 1, twice), picked(text.keys, 1, twice), text.values}, other,
                         counter) == out);
}

TEST_CASE("a token multiplies 2 dk dv in each head, and 2 dk more for the normaliser") {
  Counter counter;
  const NewTokens text = test::state_text(5);
  Tensor states({2, 2, 4, 3});
  linear_attention(text, states, counter);
  CHECK(counter.take().useful_of(Work::state) == MultiplyAdds{2 * 2 * 5 * (2 * 4 * 3)});
  Tensor normaliser({2, 2, 1, 4});
  normalised_linear_attention(text, 1, states, normaliser, counter);
  CHECK(counter.take().useful_of(Work::state) == MultiplyAdds{2 * 2 * 5 * (2 * 4 * 3 + 2 * 4)});
}

}  // namespace kvtally::reference::linear_attention_test
