#pragma once

#include "reference/counter.hpp"
#include "reference/tensor/tensor.hpp"

namespace kvtally::reference {

/// What a layer remembers, [batch, 1, 1, channels] each: at first 0, 0 and −∞, for there is no exponent yet.
struct Rwkv4State {
  Tensor numerator, denominator;  // divided by e^maximum
  Tensor maximum;
};

/// The recurrence of RWKV-4 (arXiv 2305.13048, section 3.2 and appendix D; transformers' modeling_rwkv.py,
/// rwkv_linear_attention_cpu): in each channel the mean of all values, weighted by e^k, by a decay w ≥ 0 for each
/// token since, and by a bonus u for the newest. Its two sums a and b stand divided by e^m, m the largest
/// exponent, so that no e^k overflows:
///
///     m' = max(m, u + k),  y = (e^{m−m'} a + e^{u+k−m'} v) ÷ (e^{m−m'} b + e^{u+k−m'})
///     m' = max(m − w, k),  a ← e^{m−w−m'} a + e^{k−m'} v,  b ← e^{m−w−m'} b + e^{k−m'},  m ← m'
///
/// Keys, values and y are [batch, tokens, channels], decay and bonus [channels]. Counts 6 · channels multiply-adds
/// a token as Work::state: for y and for the new sums alike 2 for the numerator and 1 for the denominator.
Tensor rwkv4(const Tensor& keys, const Tensor& values, const Tensor& decay, const Tensor& bonus, Rwkv4State& state,
             Counter& counter);

}  // namespace kvtally::reference
