#include "reference/kind/state_chunk.hpp"

#include <cmath>

#include "reference/tensor/sums.hpp"

namespace kvtally::reference {

StateChunk::StateChunk(MatrixState& state, std::int64_t key_dim, Counter& counter)
    : state_(state), counter_(counter), sums_{std::vector<Real>(static_cast<std::size_t>(key_dim))} {}

void StateChunk::decay(std::span<const Real> log_decay) {
  std::vector<Real> sum = sums_.back();
  for (std::size_t i = 0; i < sum.size(); ++i) {
    sum[i] += log_decay[i];
  }
  sums_.push_back(std::move(sum));
}

void StateChunk::write(std::span<const Real> key, std::vector<Real> value) {
  written_.push_back({sums_.size() - 1, key, std::move(value)});
}

std::vector<Real> StateChunk::read(std::span<const Real> x) const {
  std::vector<Real> out = state_.read(decayed(x, 0));
  for (const auto& [token, key, value] : written_) {
    const Real score = dot(decayed(x, token), key);
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] += score * value[i];
    }
    counter_.multiplied(Work::state, static_cast<std::int64_t>(key.size() + value.size()));
  }
  return out;
}

void StateChunk::finish() {
  state_.decay(decayed(std::vector<Real>(sums_[0].size(), 1), 0));
  for (const auto& [token, key, value] : written_) {
    state_.write(decayed(key, token), value);
  }
}

// x times the decay since that token; 0: since the beginning.
std::vector<Real> StateChunk::decayed(std::span<const Real> x, std::size_t token) const {
  std::vector<Real> out(x.begin(), x.end());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] *= std::exp(sums_.back()[i] - sums_[token][i]);
  }
  return out;
}

}  // namespace kvtally::reference
