#pragma once

#include "reference/tensor/tensor.hpp"

/// Norms over the last axis of x. The weight is [width], the same for all rows, or [heads, width] for an x [batch,
/// heads, tokens, width].
namespace kvtally::reference {

/// x ÷ √(mean x² + eps): Llama 4 calls it an L2 norm.
Tensor rms_norm(const Tensor& x, Real eps);

/// The same, times (offset + weight) (Zhang and Sennrich 2019, arXiv 1910.07467). The offset is 0, or 1 where a
/// model's weights are kept around zero (Gemma, Qwen3-Next).
Tensor rms_norm(const Tensor& x, const Tensor& weight, Real eps, Real offset = 0);

/// x ÷ √(Σ x² + eps): a vector of length 1.
Tensor l2_norm(const Tensor& x, Real eps);

/// (x − mean) ÷ √(variance + eps), times weight; no bias (Ba et al. 2016, arXiv 1607.06450; as in Cohere's
/// models).
Tensor layer_norm(const Tensor& x, const Tensor& weight, Real eps);

}  // namespace kvtally::reference
