#include "reference/kind/mamba2_chunked.hpp"

#include <algorithm>
#include <cmath>

#include "reference/kind/matrix_state.hpp"
#include "reference/tensor/elementwise.hpp"
#include "reference/tensor/sums.hpp"

namespace kvtally::reference {

namespace {

// The tokens [from, to) of one head.
struct Chunk {
  std::int64_t b, h, group, from, to;
  std::vector<Real> sums;  // 0, then L of each
  Real decay(std::int64_t j, std::int64_t i) const { return std::exp(sum(i) - sum(j)); }
  Real sum(std::int64_t i) const { return sums[static_cast<std::size_t>(i - from + 1)]; }
};

void run(const Chunk& c, MatrixState memory, const DualTokens& tokens, Real skip, Tensor& y, Counter& counter) {
  const auto x = [&](std::int64_t j) { return tokens.x.row(c.b, c.h, j); };
  const auto key = [&](std::int64_t j) { return tokens.write.row(c.b, c.group, j); };
  for (std::int64_t i = c.from; i < c.to; ++i) {
    const std::span<const Real> query = tokens.read.row(c.b, c.group, i);
    const std::span<Real> out = y.row(c.b, c.h, i);
    add(out, c.decay(c.from - 1, i), memory.read(query));
    for (std::int64_t j = c.from; j <= i; ++j) {
      add(out, c.decay(j, i) * tokens.delta(c.b, j, c.h) * dot(query, key(j)), x(j));
      counter.multiplied(Work::state, tokens.read.size(3) + y.size(3));
    }
    add(out, skip, x(i));
  }
  memory.decay(c.decay(c.from - 1, c.to - 1));
  for (std::int64_t j = c.from; j < c.to; ++j) {
    std::vector<Real> value(x(j).size());
    add(value, c.decay(j, c.to - 1) * tokens.delta(c.b, j, c.h), x(j));
    memory.write(key(j), value);
  }
}

}  // namespace

Tensor state_space_dual_chunked(StateLayer& state, std::string_view name, const DualTokens& tokens,
                                const DualWeights& weights, std::int64_t chunk, Counter& counter) {
  Tensor states = state.read(name);
  Tensor y(tokens.x.shape());
  for (std::int64_t b = 0; b < y.size(0); ++b) {
    for (std::int64_t h = 0; h < y.size(1); ++h) {
      for (std::int64_t from = 0; from < y.size(2); from += chunk) {
        Chunk c{b, h, h * tokens.write.size(1) / y.size(1), from, std::min(from + chunk, y.size(2)), {0}};
        for (std::int64_t i = from; i < c.to; ++i) {
          c.sums.push_back(c.sums.back() + tokens.delta(b, i, h) * weights.a(h));
        }
        run(c, {states, b, h, counter}, tokens, weights.skip(h), y, counter);
      }
    }
  }
  state.write(name, states);
  return y;
}

}  // namespace kvtally::reference
