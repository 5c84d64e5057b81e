#pragma once

#include <cmath>

#include "reference/kind/attend.hpp"
#include "reference/random.hpp"

/// Small texts for the rules of a matrix state.
namespace kvtally::test {

using reference::NewTokens;
using reference::Real;
using reference::Tensor;

/// One number a token: [1, 1, tokens, 1].
inline Tensor column(std::vector<Real> numbers) {
  const auto tokens = static_cast<std::int64_t>(numbers.size());
  return Tensor({1, 1, tokens, 1}, std::move(numbers));
}

inline std::vector<Real> logs(std::vector<Real> factors) {
  for (Real& factor : factors) {
    factor = std::log(factor);
  }
  return factors;
}

/// Whether the numbers are these, but for rounding.
inline bool close(const Tensor& tensor, const std::vector<Real>& expected) {
  return largest_difference(tensor, Tensor(tensor.shape(), expected)) < (sizeof(Real) == 8 ? 1e-12 : 1e-5);
}

/// Random tokens: 2 requests, `key_heads` of queries and keys 4 wide, `heads` of values 3 wide.
inline NewTokens state_text(std::int64_t tokens, std::int64_t key_heads = 2, std::int64_t heads = 2) {
  return {random_tensor({2, key_heads, tokens, 4}, 1), random_tensor({2, key_heads, tokens, 4}, 2),
          random_tensor({2, heads, tokens, 3}, 3)};
}

/// Of one pass over `tokens` tokens: their multiply-adds on the state, by head, token and element of the matrix.
inline std::int64_t work_an_element(const reference::Counter& counter, const NewTokens& tokens) {
  const auto all = static_cast<std::int64_t>(counter.counts().useful_of(reference::Work::state).value);
  return all / (tokens.values.count() * tokens.keys.size(3));
}

}  // namespace kvtally::test
