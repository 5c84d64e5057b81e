#include <array>
#include <fmt/format.h>

#include "reference/kind/delta_rule.hpp"
#include "reference/kind/linear_attention.hpp"
#include "reference/tensor/sums.hpp"
#include "verify/proofs/parts.hpp"
#include "verify/proofs/real.hpp"
#include "verify/random/tensor.hpp"

// What a matrix state is: an associative memory of limited size.

namespace kvtally {

namespace {

using reference::Counter;
using reference::MatrixState;
using reference::NewTokens;
using reference::Real;
using reference::Tensor;
using reference::Work;

// (Q Kᵀ) V: every query with every key, or with those up to its own.
Tensor square(const NewTokens& tokens, bool causal, Counter& counter) {
  Tensor out(tokens.values.shape());
  for (std::int64_t q = 0; q < out.size(2); ++q) {
    for (std::int64_t k = 0; k < (causal ? q + 1 : out.size(2)); ++k) {
      const Real score = reference::dot(tokens.query.row(0, 0, q), tokens.keys.row(0, 0, k));
      for (std::int64_t i = 0; i < out.size(3); ++i) {
        out(0, 0, q, i) += score * tokens.values(0, 0, k, i);
      }
      counter.multiplied(Work::scores, tokens.keys.size(3));
      counter.multiplied(Work::values, out.size(3));
    }
  }
  return out;
}

// Q (Kᵀ V): all keys and values into one matrix, which every query reads.
Tensor through_a_matrix(const NewTokens& tokens, Counter& counter) {
  Tensor matrix({1, 1, tokens.keys.size(3), tokens.values.size(3)});
  MatrixState state(matrix, 0, 0, counter);
  Tensor out(tokens.values.shape());
  for (std::int64_t t = 0; t < out.size(2); ++t) {
    state.write(tokens.keys.row(0, 0, t), tokens.values.row(0, 0, t));
  }
  for (std::int64_t t = 0; t < out.size(2); ++t) {
    std::ranges::copy(state.read(tokens.query.row(0, 0, t)), out.row(0, 0, t).begin());
  }
  return out;
}

void product(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240711);
  constexpr std::int64_t kKey = 6;
  constexpr std::int64_t kValue = 5;
  for (const std::int64_t tokens : {1, 7, 40}) {
    const auto random = [&](std::int64_t dim) { return random_tensor({1, 1, tokens, dim}, generator); };
    const NewTokens given{random(kKey), random(kKey), random(kValue)};
    const Wide s = tokens;
    for (const bool causal : {false, true}) {
      const std::string what = fmt::format("S={}, {}", tokens, causal ? "causal" : "all see all");
      Counter counter;
      const Tensor expected = square(given, causal, counter);
      const reference::Counts full = counter.take();
      Tensor states({1, 1, kKey, kValue});
      const Tensor ours = causal ? linear_attention(given, states, counter) : through_a_matrix(given, counter);
      checks.within(what, largest_difference(expected, ours), kProofBound);
      checks.equal(what + ", as a square", (causal ? s * (s + 1) / 2 : s * s) * (kKey + kValue),
                   (full.useful_of(Work::scores) + full.useful_of(Work::values)).value, "multiply-adds");
      checks.equal(what + ", by the state", s * 2 * kKey * kValue, counter.take().useful_of(Work::state).value,
                   "multiply-adds");
    }
  }
}

// Rows of a Hadamard matrix (Sylvester's) ÷ 2: orthogonal keys of 4 numbers and length 1, no number of which is
// rounded in a product with a whole number.
Tensor four_keys() {
  Tensor keys({1, 1, 4, 4});
  for (std::int64_t i = 0; i < 4; ++i) {
    for (std::int64_t j = 0; j < 4; ++j) {
      const bool odd = ((i & j) == 1) || ((i & j) == 2);
      keys(0, 0, i, j) = odd ? Real(-0.5) : Real(0.5);
    }
  }
  return keys;
}

// Whole numbers from −8 to 8.
Tensor whole_values(std::int64_t tokens, std::mt19937_64& generator) {
  Tensor out({1, 1, tokens, 3});
  for (Real& number : out.values()) {
    number = static_cast<Real>(static_cast<std::int64_t>(generator() % 17) - 8);
  }
  return out;
}

// What the state says of each of the keys.
Tensor recalled(Tensor& states, const Tensor& keys) {
  Counter counter;
  const MatrixState state(states, 0, 0, counter);
  Tensor out({1, 1, keys.size(2), states.size(3)});
  for (std::int64_t t = 0; t < keys.size(2); ++t) {
    std::ranges::copy(state.read(keys.row(0, 0, t)), out.row(0, 0, t).begin());
  }
  return out;
}

Tensor written(const Tensor& keys, const Tensor& values) {
  Counter counter;
  Tensor states({1, 1, keys.size(3), values.size(3)});
  linear_attention({keys, keys, values}, states, counter);
  return states;
}

void capacity(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240712);
  const Tensor keys = four_keys();
  const Tensor values = whole_values(4, generator);
  Tensor four = written(keys, values);
  checks.near("4 keys, 4 x 3 numbers", values, recalled(four, keys));
  // A fifth key of length 1 in 4 dimensions isn't orthogonal to all of the others: here k_5 · k_i = ½ for each.
  const Tensor fifth({1, 1, 1, 4}, {1, 0, 0, 0});
  Tensor ones({1, 1, 1, 3}, {1, 1, 1});
  Tensor five = written(joined(keys, fifth, 2), joined(values, ones, 2));
  Tensor disturbed = values;
  for (Real& number : disturbed.values()) {
    number += Real(0.5);
  }
  checks.near("a 5th key adds half its value to each of the 4", disturbed, recalled(five, keys));
}

void rewrite(Checks& checks, const Subject&) {
  std::mt19937_64 generator(20240713);
  const Tensor keys = four_keys();
  const Tensor values = whole_values(4, generator);
  const Tensor fresh = whole_values(1, generator);
  const Tensor last = slice(keys, 2, 1, 2);
  Tensor expected_delta = values;
  Tensor expected_sum = values;
  for (std::int64_t i = 0; i < 3; ++i) {
    expected_delta(0, 0, 1, i) = fresh(0, 0, 0, i);
    expected_sum(0, 0, 1, i) += fresh(0, 0, 0, i);
  }
  Counter counter;
  Tensor corrected = written(keys, values);
  delta_rule({last, last, fresh}, Tensor({1, 1, 1, 1}, {1}), corrected, counter);
  checks.near("the delta rule: the new value at its key, the others as they were", expected_delta,
              recalled(corrected, keys));
  Tensor summed = written(keys, values);
  linear_attention({last, last, fresh}, summed, counter);
  checks.near("blind addition: the sum at its key", expected_sum, recalled(summed, keys));
}

constexpr std::array kMatrixStateProofs{
    Proof{"linear.product", "linear",
          "without a softmax (Q K^T) V is Q (K^T V): S tokens multiply S^2 (dk + dv) as a square, 2 S dk dv by a "
          "state",
          "random tokens with dk = 6, dv = 5 at S = 1, 7 and 40, causal and not", product},
    Proof{"linear.capacity", "linear",
          "a d x dv state gives the values of d orthogonal keys back exactly, and of d + 1 keys it does not",
          "4 rows of a Hadamard matrix with whole values, equal bits; then a fifth key", capacity},
    Proof{
        "delta.rewrite", "delta",
        "the delta rule replaces the value of one key and leaves those of orthogonal keys, where linear attention "
        "adds to the old value",
        "4 orthogonal keys with whole values, one of them written twice, equal bits", rewrite},
};

}  // namespace

std::span<const Proof> matrix_state_proofs() { return kMatrixStateProofs; }

}  // namespace kvtally
