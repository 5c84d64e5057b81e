#include "reference/kind/pooled_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "reference/cache/pool.hpp"
#include "reference/tensor/sums.hpp"

namespace kvtally::reference {

namespace {

// A score that is no number is never preferred.
Real rank_of(Real score) { return std::isnan(score) ? -std::numeric_limits<Real>::infinity() : score; }

std::vector<std::int64_t> best_of(std::span<const Real> scores, std::int64_t count) {
  std::vector<std::int64_t> entries(scores.size());
  std::iota(entries.begin(), entries.end(), 0);
  const auto end = entries.begin() + std::min<std::int64_t>(count, static_cast<std::int64_t>(entries.size()));
  std::partial_sort(entries.begin(), end, entries.end(), [&](std::int64_t a, std::int64_t b) {
    const Real first = rank_of(scores[static_cast<std::size_t>(a)]);
    const Real second = rank_of(scores[static_cast<std::size_t>(b)]);
    return first != second ? first > second : a < b;
  });
  entries.erase(end, entries.end());
  std::ranges::sort(entries);
  return entries;
}

}  // namespace

std::int64_t eligible_entries(std::int64_t query, std::int64_t rate, std::int64_t entries) {
  return std::min(entries, (query + 1) / rate);
}

Tensor pooled_scores(const IndexQueries& index, const Rows& keys, std::int64_t first_query, std::int64_t rate,
                     Counter& counter) {
  const std::int64_t heads = index.query.size(1);
  const Real scale = 1 / std::sqrt(static_cast<Real>(index.query.size(3)));
  Tensor scores({index.query.size(0), index.query.size(2), keys.slots()});
  for (std::int64_t b = 0; b < scores.size(0); ++b) {
    for (std::int64_t t = 0; t < scores.size(1); ++t) {
      const std::int64_t eligible = eligible_entries(first_query + t, rate, keys.slots());
      for (std::int64_t n = 0; n < scores.size(2); ++n) {
        const std::span<const Real> key = keys.load(b, 0, n);
        for (std::int64_t h = 0; h < heads; ++h) {
          const Real product = std::max(dot(index.query.row(b, h, t), key), Real{0});
          scores(b, t, n) += index.weights(b, t, h) * scale * product;
        }
        counter.multiplied(Work::indexer, heads * keys.dim(), n < eligible);
        if (n < eligible) {
          keys.need(b, 0, n);
        }
      }
    }
  }
  return scores;
}

PooledChoice::PooledChoice(const Tensor& scores, std::int64_t first_query, std::int64_t rate, std::int64_t count)
    : tokens_(scores.size(1)), first_query_(first_query) {
  for (std::int64_t b = 0; b < scores.size(0); ++b) {
    for (std::int64_t t = 0; t < tokens_; ++t) {
      const auto eligible = static_cast<std::size_t>(eligible_entries(first_query + t, rate, scores.size(2)));
      chosen_.push_back(best_of(scores.row(b, t).first(eligible), count));
    }
  }
}

Mask PooledChoice::mask() const {
  return [this](const Pair& p) {
    return p.key >= kFirstEntry &&
           std::ranges::binary_search(of(p.batch, p.query - first_query_), p.key - kFirstEntry);
  };
}

}  // namespace kvtally::reference
