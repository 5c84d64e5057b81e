#pragma once

#include "reference/tensor/frequencies.hpp"
#include "reference/tensor/tensor.hpp"

namespace kvtally::reference {

/// Which channels of the d rotated ones make pair i: (i, i + d ÷ 2), or (2i, 2i + 1). `interleaved_to_half` reads
/// the pair at (2i, 2i + 1) and writes it at (i, i + d ÷ 2), as DeepSeek-V3's implementation in transformers does:
/// the scores are the same, cached keys are permuted.
enum class Pairing : std::uint8_t { half, interleaved, interleaved_to_half };

/// A rotary embedding (Su et al. 2021, arXiv 2104.09864) of d = 2 · frequencies channels of each head; the other
/// channels pass.
struct Rotary {
  Pairing pairing = Pairing::half;
  Frequencies frequencies;
  bool trailing = false;  // the last d channels of the head rotate, not the first d
};

/// Turns x [batch, heads, tokens, dim], pair by pair by the angle θ = position · frequency:
/// (u, w) → (u cos θ − w sin θ, w cos θ + u sin θ), cos and sin times the frequencies' scaling. `positions` has
/// each token's.
Tensor rotated(const Tensor& x, const Rotary& rotary, std::span<const std::int64_t> positions);

/// The rotation by −θ, which undoes rotated() where the scaling is 1 (otherwise the scaling applies once more);
/// of `interleaved_to_half` it reads (i, i + d ÷ 2) and writes (2i, 2i + 1).
Tensor rotated_back(const Tensor& x, const Rotary& rotary, std::span<const std::int64_t> positions);

}  // namespace kvtally::reference
