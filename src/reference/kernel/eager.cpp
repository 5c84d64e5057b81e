#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/kernel/kernel.hpp"
#include "reference/tensor/sums.hpp"

// Attention as it is written on a blackboard: all scores, a softmax a row, the weighted sum of the values. The
// square of scores stands in memory, which no other kernel affords; in return it can be looked at.

namespace kvtally::reference {

namespace {

constexpr Real kHidden = -std::numeric_limits<Real>::infinity();

// Masked scores are computed all the same: that is what a tensor of −∞ costs.
void score_row(const AttentionInput& in, Pair pair, std::int64_t row, std::span<Real> scores) {
  const std::span<const Real> query = in.query.row(pair.batch, pair.head, row);
  const std::int64_t head = key_head(in, pair.head);
  for (std::int64_t slot = 0; slot < in.keys.slots(); ++slot) {
    pair.key = in.keys.position(slot);
    const Real product = dot(query, in.keys.load(pair.batch, head, slot));
    const bool seen = visible(in, pair);
    in.counter.multiplied(Work::scores, in.keys.dim(), seen);
    if (seen) {
      in.keys.need(pair.batch, head, slot);
    }
    scores[static_cast<std::size_t>(slot)] = seen ? score_of(in.scoring, pair, product) : kHidden;
  }
}

// exp(s − max) ÷ Σ; a sink is one more summand, without a value.
void softmax_row(const AttentionInput& in, std::int64_t head, std::span<Real> scores) {
  const bool sinking = !in.scoring.sinks.empty();
  const Real sink = sinking ? in.scoring.sinks[static_cast<std::size_t>(head)] : kHidden;
  const Real largest = std::max(sink, *std::ranges::max_element(scores));
  LaneSum sum;
  for (std::size_t slot = 0; slot < scores.size(); ++slot) {
    scores[slot] = scores[slot] == kHidden ? Real{0} : std::exp(scores[slot] - largest);
    sum.add(std::max<std::int64_t>(in.keys.position(static_cast<std::int64_t>(slot)), 0), scores[slot]);
  }
  const Real total = sum.total() + (sinking ? std::exp(sink - largest) : Real{0});
  for (Real& weight : scores) {
    weight = total > 0 ? weight / total : Real{0};
  }
}

void weigh_row(const AttentionInput& in, const Pair& pair, std::span<const Real> weights, std::span<Real> out) {
  const std::int64_t head = key_head(in, pair.head);
  RowSum sum(in.values.dim());
  for (std::int64_t slot = 0; slot < in.values.slots(); ++slot) {
    const Pair at{pair.batch, pair.head, pair.query, in.values.position(slot)};
    const bool seen = visible(in, at);
    in.counter.multiplied(Work::values, in.values.dim(), seen);
    const std::span<const Real> value = in.values.load(pair.batch, head, slot);
    if (seen) {
      in.values.need(pair.batch, head, slot);
      sum.add(at.key, weights[static_cast<std::size_t>(slot)], value);
    }
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = sum.total(i);
  }
}

}  // namespace

Attended eager(const AttentionInput& in) {
  const std::int64_t batch = in.query.size(0);
  const std::int64_t heads = in.query.size(1);
  const std::int64_t tokens = in.query.size(2);
  Tensor weights({batch, heads, tokens, in.keys.slots()});
  Tensor output({batch, heads, tokens, in.values.dim()});
  in.counter.made(weights.count());
  for (std::int64_t b = 0; b < batch; ++b) {
    for (std::int64_t h = 0; h < heads; ++h) {
      for (std::int64_t t = 0; t < tokens; ++t) {
        const Pair pair{b, h, in.first_query + t, 0};
        score_row(in, pair, t, weights.row(b, h, t));
        softmax_row(in, h, weights.row(b, h, t));
        weigh_row(in, pair, weights.row(b, h, t), output.row(b, h, t));
      }
    }
  }
  return {std::move(output), std::move(weights)};
}

}  // namespace kvtally::reference
