#pragma once

#include "reference/kind/matrix_state.hpp"

namespace kvtally::reference {

/// A head's state while the tokens of one chunk come: the matrix S_0 at the chunk's beginning stays untouched, and
/// what the tokens have written stands beside it as rows. With G_t the sum of the log decays since the beginning,
///
///     S_t = diag(e^{G_t}) S_0 + Σ_s diag(e^{G_t−G_s}) k_s v_sᵀ
///
/// over all that was written. Decays are always those between two tokens: e^{−G_s} alone would overflow.
class StateChunk {
 public:
  StateChunk(MatrixState& state, std::int64_t key_dim, Counter& counter);

  /// A token comes, with its log decays of each key channel.
  void decay(std::span<const Real> log_decay);
  /// It writes k vᵀ. The key's row must outlive the chunk.
  void write(std::span<const Real> key, std::vector<Real> value);
  /// S_tᵀ x = S_0ᵀ (e^{G_t} x) + Σ_s (e^{G_t−G_s} x · k_s) v_s: one read of the matrix, and attention to the
  /// chunk.
  std::vector<Real> read(std::span<const Real> x) const;
  /// The chunk ends: all of it enters the matrix.
  void finish();

 private:
  struct Written {
    std::size_t token;
    std::span<const Real> key;
    std::vector<Real> value;
  };
  std::vector<Real> decayed(std::span<const Real> x, std::size_t token) const;

  MatrixState& state_;
  Counter& counter_;
  std::vector<std::vector<Real>> sums_;  // G_0 = 0, G_1 …
  std::vector<Written> written_;
};

}  // namespace kvtally::reference
