#include "reference/tensor/frequencies.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace kvtally::reference {

namespace {

// One frequency a pair, each what the rule makes of (plain frequency, index of the pair).
template <class Rule>
Frequencies by_pair(double base, std::int64_t channels, const Rule& rule) {
  assert(channels % 2 == 0);
  Frequencies out;
  for (std::int64_t i = 0; i < channels / 2; ++i) {
    const double plain = 1 / std::pow(base, static_cast<double>(2 * i) / static_cast<double>(channels));
    out.radians.push_back(static_cast<Real>(rule(plain, static_cast<double>(i))));
  }
  return out;
}

// The pair, as a fraction, that makes so many turns within the original length: where original · f = 2π · turns.
double pair_with_turns(double turns, double base, std::int64_t channels, double original_length) {
  return static_cast<double>(channels) * std::log(original_length / (turns * 2 * std::numbers::pi)) /
         (2 * std::log(base));
}

double yarn_attention_factor(const YarnScaling& scaling) {
  if (scaling.attention_factor) {
    return *scaling.attention_factor;
  }
  if (scaling.mscale != 0 && scaling.mscale_all_dim != 0) {
    return yarn_gain(scaling.factor, scaling.mscale) / yarn_gain(scaling.factor, scaling.mscale_all_dim);
  }
  return yarn_gain(scaling.factor);
}

}  // namespace

Frequencies plain_frequencies(double base, std::int64_t channels) {
  return by_pair(base, channels, [](double plain, double) { return plain; });
}

Frequencies linear_frequencies(double base, std::int64_t channels, double factor) {
  return by_pair(base, channels, [&](double plain, double) { return plain / factor; });
}

Frequencies llama3_frequencies(double base, std::int64_t channels, const Llama3Scaling& scaling) {
  return by_pair(base, channels, [&](double plain, double) {
    const double turns = scaling.original_length * plain / (2 * std::numbers::pi);
    if (turns < scaling.low_freq_factor) {
      return plain / scaling.factor;
    }
    if (turns > scaling.high_freq_factor) {
      return plain;
    }
    const double kept = (turns - scaling.low_freq_factor) / (scaling.high_freq_factor - scaling.low_freq_factor);
    return kept * plain + (1 - kept) * plain / scaling.factor;
  });
}

double yarn_gain(double factor, double mscale) { return factor <= 1 ? 1 : 0.1 * mscale * std::log(factor) + 1; }

Frequencies yarn_frequencies(double base, std::int64_t channels, const YarnScaling& scaling) {
  double low = pair_with_turns(scaling.beta_fast, base, channels, scaling.original_length);
  double high = pair_with_turns(scaling.beta_slow, base, channels, scaling.original_length);
  if (scaling.truncate) {
    low = std::floor(low);
    high = std::ceil(high);
  }
  low = std::max(low, 0.0);
  high = std::min(high, static_cast<double>(channels - 1));
  high += low == high ? 0.001 : 0;  // as the public implementations do, against a division by zero
  Frequencies out = by_pair(base, channels, [&](double plain, double pair) {
    const double kept = 1 - std::clamp((pair - low) / (high - low), 0.0, 1.0);
    return kept * plain + (1 - kept) * plain / scaling.factor;
  });
  out.scaling = static_cast<Real>(yarn_attention_factor(scaling));
  return out;
}

}  // namespace kvtally::reference
