#include "reference/kind/gsa.hpp"

#include <cmath>

#include "reference/kind/gated_linear.hpp"

namespace kvtally::reference {

namespace {

std::vector<Real> complements(std::span<const Real> numbers) {
  std::vector<Real> out;
  for (const Real number : numbers) {
    out.push_back(1 - number);
  }
  return out;
}

std::vector<Real> softmax(std::vector<Real> scores) {
  const Real largest = *std::ranges::max_element(scores);
  Real sum = 0;
  for (Real& score : scores) {
    score = std::exp(score - largest);
    sum += score;
  }
  std::ranges::for_each(scores, [&](Real& score) { score /= sum; });
  return scores;
}

}  // namespace

Tensor gated_slots(const NewTokens& tokens, const Tensor& log_gate, Tensor& keys, Tensor& values,
                   Counter& counter) {
  Tensor out(tokens.values.shape());
  for (std::int64_t b = 0; b < out.size(0); ++b) {
    for (std::int64_t h = 0; h < out.size(1); ++h) {
      MatrixState of_keys(keys, b, h, counter);
      MatrixState of_values(values, b, h, counter);
      for (std::int64_t t = 0; t < out.size(2); ++t) {
        const StateToken now = token_at(tokens, b, h, t);
        const std::vector<Real> gate = exponentials(now.row(log_gate));
        const std::vector<Real> rest = complements(gate);
        of_keys.decay_values(gate);
        of_keys.write(now.key, rest);
        of_values.decay(gate);
        of_values.write(rest, now.value);
        std::ranges::copy(of_values.read(softmax(of_keys.read(now.query))), out.row(b, h, t).begin());
      }
    }
  }
  return out;
}

}  // namespace kvtally::reference
