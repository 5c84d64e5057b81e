#include "reference/kind/pooling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/tensor/norm.hpp"

namespace kvtally::reference {

namespace {

using Numbers = std::span<const Real>;

// One of the places that an entry is pooled from.
struct Place {
  Numbers row;
  Numbers gate;
  Numbers bias;
};

Place read(const KeyValues& from, std::int64_t batch, std::int64_t slot, Numbers bias) {
  from.keys.need(batch, 0, slot);
  from.values.need(batch, 0, slot);
  return {from.keys.load(batch, 0, slot), from.values.load(batch, 0, slot), bias};
}

// Of the stretch that is the n-th to wait. Slots of `earlier` lie `behind` further: those of the stretch before
// all.
std::vector<Place> places_of(const PoolRows& there, const Tensor& bias, std::int64_t batch, std::int64_t n) {
  const std::int64_t rate = bias.size(0);
  const auto dim = static_cast<std::size_t>(there.own.keys.dim());
  std::vector<Place> places;
  if (there.earlier) {
    const std::int64_t behind = there.earlier->keys.slots() - there.own.keys.slots();
    const std::int64_t first = behind + n * rate;
    for (std::int64_t j = 0; j < rate; ++j) {
      if (first >= rate) {
        places.push_back(read(*there.earlier, batch, first - rate + j, bias.row(j).first(dim)));
      }
      read(*there.earlier, batch, first + j, {});  // for the next entry; the row is one
    }
  }
  for (std::int64_t j = 0; j < rate; ++j) {
    places.push_back(read(there.own, batch, n * rate + j, bias.row(j).last(dim)));
  }
  return places;
}

void weigh(std::span<const Place> places, std::span<Real> out) {
  for (std::size_t c = 0; c < out.size(); ++c) {
    Real largest = -std::numeric_limits<Real>::infinity();
    for (const Place& place : places) {
      largest = std::max(largest, place.gate[c] + place.bias[c]);
    }
    Real total = 0;
    Real sum = 0;
    for (const Place& place : places) {
      const Real weight = std::exp(place.gate[c] + place.bias[c] - largest);
      total += weight;
      sum += weight * place.row[c];
    }
    out[c] = sum / total;
  }
}

}  // namespace

Rows pooled(Pool& pool, const PoolInput& input, Counter& counter) {
  const auto& [tokens, pooling] = input;
  assert(pooling.bias.size(0) == pool.rate() && pooling.bias.size(1) == tokens.rows.size(3));
  pool.take(tokens.rows, tokens.gates);
  const PoolRows there = pool.waiting();
  Tensor sums({tokens.rows.size(0), 1, pool.complete(), pooling.norm.size(0)});
  std::vector<std::int64_t> positions;
  for (std::int64_t n = 0; n < sums.size(2); ++n) {
    positions.push_back(pooling.origin + (pool.entries() + n) * pool.rate());
    for (std::int64_t b = 0; b < sums.size(0); ++b) {
      const std::vector<Place> places = places_of(there, pooling.bias, b, n);
      weigh(places, sums.row(b, 0, n));
      counter.multiplied(Work::projection, static_cast<std::int64_t>(places.size()) * sums.size(3));
    }
  }
  const Tensor entries = rms_norm(sums, pooling.norm, pooling.eps);
  pool.close(pooling.rotary ? rotated(entries, *pooling.rotary, positions) : entries);
  return pool.pooled();
}

}  // namespace kvtally::reference
