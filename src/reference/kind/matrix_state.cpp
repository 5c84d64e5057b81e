#include "reference/kind/matrix_state.hpp"

#include <utility>

namespace kvtally::reference {

void MatrixState::decay(Real factor) {
  for (std::int64_t channel = 0; channel < key_dim(); ++channel) {
    for (Real& number : row(channel)) {
      number *= factor;
    }
  }
  count();
}

void MatrixState::decay(std::span<const Real> factors) {
  assert(static_cast<std::int64_t>(factors.size()) == key_dim());
  for (std::int64_t channel = 0; channel < key_dim(); ++channel) {
    for (Real& number : row(channel)) {
      number *= factors[static_cast<std::size_t>(channel)];
    }
  }
  count();
}

void MatrixState::decay_values(std::span<const Real> factors) {
  assert(static_cast<std::int64_t>(factors.size()) == states_.size(3));
  for (std::int64_t channel = 0; channel < key_dim(); ++channel) {
    const std::span<Real> numbers = row(channel);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] *= factors[i];
    }
  }
  count();
}

std::vector<Real> MatrixState::read(std::span<const Real> key) const {
  assert(static_cast<std::int64_t>(key.size()) == key_dim());
  std::vector<Real> value(static_cast<std::size_t>(states_.size(3)));
  for (std::int64_t channel = 0; channel < key_dim(); ++channel) {
    const std::span<const Real> numbers = std::as_const(states_).row(batch_, head_, channel);
    for (std::size_t i = 0; i < value.size(); ++i) {
      value[i] += key[static_cast<std::size_t>(channel)] * numbers[i];
    }
  }
  count();
  return value;
}

void MatrixState::write(std::span<const Real> key, std::span<const Real> value) {
  assert(static_cast<std::int64_t>(key.size()) == key_dim());
  for (std::int64_t channel = 0; channel < key_dim(); ++channel) {
    const std::span<Real> numbers = row(channel);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] += key[static_cast<std::size_t>(channel)] * value[i];
    }
  }
  count();
}

}  // namespace kvtally::reference
