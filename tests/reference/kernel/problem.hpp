#pragma once

#include <algorithm>
#include <limits>
#include <numeric>
#include <rapidcheck.h>

#include "reference/cache/store.hpp"
#include "reference/kernel/kernel.hpp"
#include "reference/random.hpp"

namespace kvtally::test {

using namespace reference;  // NOLINT: for tests of reference/ alone

/// Tokens of a page, and of a chosen block, in what a Problem hands to kernels.
inline constexpr std::int64_t kPage = 4;

/// Attention of some tokens over themselves, with random numbers.
struct Problem {
  std::int64_t batch = 1;
  std::int64_t heads = 1;
  std::int64_t key_heads = 1;
  std::int64_t tokens = 1;
  std::int64_t dk = 1;
  std::int64_t dv = 1;
  Mask mask = causal();
  Scoring scoring{.scale = Real(0.5), .soft_cap = {}, .bias = {}, .sinks = {}};
  std::uint64_t seed = 1;

  Tensor query() const { return random_tensor({batch, heads, tokens, dk}, seed); }
  Tensor keys() const { return random_tensor({batch, key_heads, tokens, dk}, seed + 1); }
  Tensor values() const { return random_tensor({batch, key_heads, tokens, dv}, seed + 2); }
};

/// Which slot holds which token. As long as the slots; −1: empty.
using Places = std::vector<std::int64_t>;

/// The tokens [0, count) in order.
inline Places in_order(std::int64_t count) {
  Places places(static_cast<std::size_t>(count));
  std::iota(places.begin(), places.end(), 0);
  return places;
}

/// Rows in a store of the computing type, one slot a place; page 9 − i holds the i-th kPage slots.
inline Rows placed(RowStore& store, const Tensor& rows, const Places& places) {
  store.allocate_like(rows, static_cast<std::int64_t>(places.size()));
  std::vector<std::int64_t> pages;
  for (std::size_t slot = 0; slot < places.size(); ++slot) {
    const auto at = static_cast<std::int64_t>(slot);
    if (places[slot] >= 0) {
      store.write(slice(rows, 2, places[slot], places[slot] + 1), at);
    }
    pages.push_back(9 - at / kPage);
  }
  return store.rows(places).in_pages(std::move(pages));
}

/// Every block of kPage tokens, last first, for each query and key head.
inline BlockChoice every_block(std::int64_t batch, std::int64_t key_heads, std::int64_t queries,
                               std::int64_t tokens) {
  const std::int64_t blocks = (tokens + kPage - 1) / kPage;
  BlockChoice out{kPage, {batch, key_heads, queries, blocks + 1}, {}};
  for (std::int64_t row = 0; row < batch * key_heads * queries; ++row) {
    for (std::int64_t block = blocks; block-- > 0;) {
      out.blocks.push_back(block);
    }
    out.blocks.push_back(-1);
  }
  return out;
}

struct Ran {
  Attended attended;
  Counts counts;  // of the kernel alone
};

/// A kernel on the queries [from, to) and the keys at these places.
inline Ran run_on(Attended (*run)(const AttentionInput&), const Problem& p, std::int64_t from, std::int64_t to,
                  const Places& places) {
  Counter counter;
  RowStore key_store(codec("real"), counter);
  RowStore value_store(codec("real"), counter);
  const Rows keys = placed(key_store, p.keys(), places);
  const Rows values = placed(value_store, p.values(), places);
  const BlockChoice choice = every_block(p.batch, p.key_heads, to - from, p.tokens);
  counter.take();
  Attended attended = run({.query = slice(p.query(), 2, from, to),
                           .first_query = from,
                           .keys = keys,
                           .values = values,
                           .mask = p.mask,
                           .scoring = p.scoring,
                           .counter = counter,
                           .choice = &choice});
  return {std::move(attended), counter.take()};
}

/// All tokens at once.
inline Ran prefill(Attended (*run)(const AttentionInput&), const Problem& p) {
  return run_on(run, p, 0, p.tokens, in_order(p.tokens));
}

/// Causal masks of every sort; one that differs between heads, and one that shows the first queries nothing.
inline Mask any_mask() {
  const auto n = *rc::gen::inRange<std::int64_t>(1, 12);
  switch (*rc::gen::inRange(0, 7)) {
    case 0: return causal();
    case 1: return all_of(causal(), within(n));
    case 2: return all_of(causal(), same_chunk(n));
    case 3: return all_of(causal(), any_of(within(n), first(2)));
    case 4: return all_of(causal(), same_sequence({0, n, 2 * n + 1, 100}));
    case 5: return [](const Pair& pair) { return pair.key <= pair.query && pair.key % (pair.head + 2) != 1; };
    default: return [n](const Pair& pair) { return pair.key <= pair.query - n; };
  }
}

/// Shapes that cross the tiles of 16, soft caps, biases and sinks.
inline Problem any_problem() {
  const auto size = [](std::int64_t most) { return *rc::gen::inRange<std::int64_t>(1, most + 1); };
  Problem p{.batch = size(2), .heads = 1, .key_heads = size(3), .tokens = size(37), .dk = size(9), .dv = size(9)};
  p.heads = p.key_heads * size(3);
  p.mask = any_mask();
  p.seed = *rc::gen::arbitrary<std::uint64_t>();
  if (*rc::gen::arbitrary<bool>()) {
    p.scoring.soft_cap = Real(2);
  }
  if (*rc::gen::arbitrary<bool>()) {
    p.scoring.bias = [](const Pair& pair) {
      return Real(-0.25) * static_cast<Real>((pair.head + 1) * (pair.query - pair.key));
    };
  }
  if (*rc::gen::arbitrary<bool>()) {
    p.scoring.sinks.assign(static_cast<std::size_t>(p.heads), Real(0.75));
    p.scoring.sinks.back() = Real(30);
  }
  return p;
}

/// 1e-12 of the largest output in double: 4096 units in the last place.
inline double rounding(const Tensor& output) {
  double largest = 1;
  for (const Real number : output.values()) {
    largest = std::max(largest, std::abs(static_cast<double>(number)));
  }
  return 4096 * static_cast<double>(std::numeric_limits<Real>::epsilon()) * largest;
}

}  // namespace kvtally::test
