#pragma once

#include "reference/counter.hpp"
#include "reference/tensor/tensor.hpp"

namespace kvtally::reference {

/// One head's matrix S [key dim, value dim], in a tensor of states [batch, heads, key dim, value dim]: an
/// associative memory that is written by adding outer products and read by multiplying with a key (Schlag et al.
/// 2021, arXiv 2102.11174, section 3). Each operation counts key dim × value dim multiply-adds of Work::state; a
/// multiplication alone (a decay) counts as one.
class MatrixState {
 public:
  MatrixState(Tensor& states, std::int64_t batch, std::int64_t head, Counter& counter)
      : states_(states), batch_(batch), head_(head), counter_(counter) {}

  /// S ← γ S.
  void decay(Real factor);
  /// S ← diag(γ) S, a factor for each key channel.
  void decay(std::span<const Real> factors);
  /// S ← S diag(γ), a factor for each value channel.
  void decay_values(std::span<const Real> factors);
  /// Sᵀ k.
  std::vector<Real> read(std::span<const Real> key) const;
  /// S ← S + k vᵀ.
  void write(std::span<const Real> key, std::span<const Real> value);

 private:
  std::span<Real> row(std::int64_t channel) { return states_.row(batch_, head_, channel); }
  std::int64_t key_dim() const { return states_.size(2); }
  void count() const { counter_.multiplied(Work::state, states_.size(2) * states_.size(3)); }

  Tensor& states_;
  std::int64_t batch_;
  std::int64_t head_;
  Counter& counter_;
};

}  // namespace kvtally::reference
