#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/tensor/real.hpp"

/// The frequencies of rotary embeddings, and how models stretch them to contexts longer than they were trained on.
namespace kvtally::reference {

/// One frequency a pair of channels, in radians a token, and the factor of all cosines and sines.
struct Frequencies {
  std::vector<Real> radians;
  Real scaling = 1;
};

/// f_i = base^(−2i ÷ d), i < d ÷ 2, for d rotated channels (arXiv 2104.09864, section 3.3).
Frequencies plain_frequencies(double base, std::int64_t channels);

/// f ÷ factor: position interpolation (Chen et al. 2023, arXiv 2306.15595).
Frequencies linear_frequencies(double base, std::int64_t channels, double factor);

/// What "rope_type": "llama3" is described by.
struct Llama3Scaling {
  double factor = 1;
  double low_freq_factor = 1;
  double high_freq_factor = 4;
  double original_length = 8192;  // tokens
};

/// f ÷ factor for wavelengths λ = 2π ÷ f above original ÷ low, f below original ÷ high, and between them
/// m f + (1 − m) f ÷ factor with m = (original ÷ λ − low) ÷ (high − low) (Llama 3's rope scaling; arXiv 2407.21783
/// names the base, transformers' modeling_rope_utils.py has the rule).
Frequencies llama3_frequencies(double base, std::int64_t channels, const Llama3Scaling& scaling);

/// What "rope_type": "yarn" is described by.
struct YarnScaling {
  double factor = 1;
  double original_length = 4096;  // tokens
  double beta_fast = 32;          // turns within the original length: pairs that make more keep their frequency
  double beta_slow = 1;           // pairs that make fewer get f ÷ factor
  bool truncate = true;           // the ramp's ends are whole pairs
  double mscale = 0;              // 0: not given
  double mscale_all_dim = 0;      // 0: not given
  std::optional<double> attention_factor;
};

/// g = 0.1 · mscale · ln(factor) + 1, or 1 for a factor of at most 1 (arXiv 2309.00071, equation 15, with mscale
/// 1).
double yarn_gain(double factor, double mscale = 1);

/// r f + (1 − r) f ÷ factor, where r falls from 1 to 0 along a ramp over the pairs between those that make
/// beta_fast and beta_slow turns (arXiv 2309.00071, section 3.2). The scaling is the attention_factor, or else
/// g(mscale) ÷ g(mscale_all_dim) when both are given, or else g(1).
Frequencies yarn_frequencies(double base, std::int64_t channels, const YarnScaling& scaling);

}  // namespace kvtally::reference
