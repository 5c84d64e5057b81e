#include "reference/kind/differential.hpp"

#include <cmath>

#include "reference/tensor/norm.hpp"
#include "reference/tensor/sums.hpp"

namespace kvtally::reference {

namespace {

// Value heads side by side in pairs, as many as key heads: head g is [V_(g mod n), V_(n + g mod n)], n = K ÷ 2.
Rows paired(const Rows& values) {
  std::vector<std::int64_t> left = positions_from(0, values.heads() / 2);
  std::vector<std::int64_t> right = positions_from(values.heads() / 2, values.heads() / 2);
  left.insert(left.end(), left.begin(), left.end());
  right.insert(right.end(), right.begin(), right.end());
  return values.heads_as(left).beside(values.heads_as(right));
}

}  // namespace

Real start_of_layer(std::int64_t layer) {
  return Real(0.8) - Real(0.6) * std::exp(Real(-0.3) * static_cast<Real>(layer));
}

Attended differential(const Means& means, const NewTokens& tokens, const Mask& mask, const Scoring& scoring,
                      const Difference& difference) {
  assert(tokens.query.size(1) % 2 == 0 && tokens.keys.size(1) % 2 == 0);
  const std::int64_t seen = means.cache.layer(means.layer).length();
  const KeyValues there = means.cache.update(tokens.keys, tokens.values, means.layer);
  Attended both = means.kernel.run({.query = tokens.query,
                                    .first_query = seen,
                                    .keys = there.keys,
                                    .values = paired(there.values),
                                    .mask = mask,
                                    .scoring = scoring,
                                    .counter = means.counter});

  const Real lambda = std::exp(dot(difference.query_1.values(), difference.key_1.values())) -
                      std::exp(dot(difference.query_2.values(), difference.key_2.values())) + difference.start;
  const std::int64_t half = tokens.query.size(1) / 2;
  Tensor out = slice(both.output, 1, 0, half);
  const Tensor second = slice(both.output, 1, half, 2 * half);
  for (std::size_t i = 0; i < out.values().size(); ++i) {
    out.values()[i] -= lambda * second.values()[i];
  }
  out = rms_norm(out, difference.eps);
  for (Real& number : out.values()) {
    number *= 1 - difference.start;
  }
  return {std::move(out), std::move(both.weights)};
}

}  // namespace kvtally::reference
