#include <algorithm>
#include <cmath>

#include "reference/kernel/fused.hpp"

// Attention as it is written on a blackboard: all scores, a softmax a row, the weighted sum of the values. The
// square of scores stands in memory, which no other kernel affords; in return it can be looked at. Masked pairs
// are loaded and multiplied like the others: that is what a tensor of −∞ costs.

namespace kvtally::reference {

namespace {

// One query of one head, with its row of the square.
struct Row {
  const AttentionInput& in;
  std::span<const std::int64_t> order;  // slots in the order of their tokens
  Pair query;
  std::int64_t token;
  std::span<Real> weights;  // [slots], scores before
};

std::size_t at(std::int64_t slot) { return static_cast<std::size_t>(slot); }

bool seen(const Row& row, std::int64_t slot) {
  return visible(row.in, {row.query.batch, row.query.head, row.query.query, row.in.keys.position(slot)});
}

void score_row(const Row& row) {
  const Rows& keys = row.in.keys;
  const std::span<const Real> query = row.in.query.row(row.query.batch, row.query.head, row.token);
  const std::int64_t head = key_head(row.in, row.query.head);
  for (const std::int64_t slot : row.order) {
    const Pair pair{row.query.batch, row.query.head, row.query.query, keys.position(slot)};
    const Real product = dot(query, keys.load(pair.batch, head, slot));
    const bool seen = visible(row.in, pair);
    row.in.counter.multiplied(Work::scores, keys.dim(), seen);
    if (seen) {
      keys.need(pair.batch, head, slot);
    }
    row.weights[at(slot)] = seen ? score_of(row.in.scoring, pair, product) : kHidden;
  }
}

// exp(s − max) ÷ Σ; a sink is one more summand, without a value. A query that sees nothing has no softmax (0 ÷ 0):
// its weights are zeros.
void softmax_row(const Row& row) {
  const auto& sinks = row.in.scoring.sinks;
  const Real sink = sinks.empty() ? kHidden : sinks[at(row.query.head)];
  Real largest = sink;
  for (const Real score : row.weights) {
    largest = std::max(largest, score);
  }
  LaneSum sum;
  for (const std::int64_t slot : row.order) {
    Real& weight = row.weights[at(slot)];
    weight = weight == kHidden ? Real{0} : std::exp(weight - largest);
    sum.add(std::max<std::int64_t>(row.in.keys.position(slot), 0), weight);
  }
  const Real total = sum.total() + (sinks.empty() ? Real{0} : std::exp(sink - largest));
  for (Real& weight : row.weights) {
    weight = total > 0 ? weight / total : Real{0};
  }
}

void weigh_row(const Row& row, std::span<Real> out) {
  const Rows& values = row.in.values;
  const std::int64_t head = key_head(row.in, row.query.head);
  RowSum sum(values.dim());
  for (const std::int64_t slot : row.order) {
    const bool needed = seen(row, slot);
    row.in.counter.multiplied(Work::values, values.dim(), needed);
    const std::span<const Real> value = values.load(row.query.batch, head, slot);
    if (needed) {
      values.need(row.query.batch, head, slot);
      sum.add(values.position(slot), row.weights[at(slot)], value);
    }
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = sum.total(i);
  }
}

}  // namespace

Attended eager(const AttentionInput& in) {
  const std::vector<std::int64_t> order = slots_in_order(in.keys);
  Tensor weights({in.query.size(0), in.query.size(1), in.query.size(2), in.keys.slots()});
  Tensor output = output_of(in);
  in.counter.made(weights.count());
  for (std::int64_t b = 0; b < in.query.size(0); ++b) {
    for (std::int64_t h = 0; h < in.query.size(1); ++h) {
      for (std::int64_t t = 0; t < in.query.size(2); ++t) {
        const Row row{in, order, {b, h, in.first_query + t, 0}, t, weights.row(b, h, t)};
        score_row(row);
        softmax_row(row);
        weigh_row(row, output.row(b, h, t));
      }
    }
  }
  return {std::move(output), std::move(weights)};
}

}  // namespace kvtally::reference
