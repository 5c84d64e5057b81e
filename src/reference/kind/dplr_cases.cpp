#include "reference/kind/dplr_cases.hpp"

#include <cmath>

#include "reference/kind/retention.hpp"

namespace kvtally::reference {

namespace {

// A tensor [batch, value heads, tokens, key dim] of f(token, channel).
template <class F>
Tensor by_channel(const NewTokens& tokens, const F& f) {
  const Tensor& values = tokens.values;
  Tensor out({values.size(0), values.size(1), values.size(2), tokens.keys.size(3)});
  for (std::int64_t b = 0; b < out.size(0); ++b) {
    for (std::int64_t h = 0; h < out.size(1); ++h) {
      for (std::int64_t t = 0; t < out.size(2); ++t) {
        const StateToken now = token_at(tokens, b, h, t);
        for (std::size_t c = 0; c < now.key.size(); ++c) {
          out(b, h, t, static_cast<std::int64_t>(c)) = f(now, c);
        }
      }
    }
  }
  return out;
}

// Log decays that depend on the head alone.
template <class F>
LowRankTokens decayed_by_head(const NewTokens& tokens, const F& log_decay) {
  return {
      tokens, by_channel(tokens, [&](const StateToken& now, std::size_t) { return log_decay(now.head); }), {}, {}};
}

}  // namespace

LowRankTokens linear_case(const NewTokens& tokens) {
  return decayed_by_head(tokens, [](std::int64_t) { return Real{0}; });
}

LowRankTokens retention_case(const NewTokens& tokens) {
  return decayed_by_head(tokens, [](std::int64_t head) { return std::log(retention_decay(head)); });
}

LowRankTokens lightning_case(const NewTokens& tokens, std::span<const Real> slopes) {
  return decayed_by_head(tokens, [&](std::int64_t head) { return -slopes[static_cast<std::size_t>(head)]; });
}

LowRankTokens gated_linear_case(const NewTokens& tokens, const Tensor& log_decay) {
  const auto decay = [&](const StateToken& now, std::size_t channel) {
    const std::span<const Real> row = now.row(log_decay);
    return row[channel % row.size()];
  };
  return {tokens, by_channel(tokens, decay), {}, {}};
}

LowRankTokens delta_case(const NewTokens& tokens, const Tensor& rate) {
  return gated_delta_case(tokens, {linear_case(tokens).log_decay, rate});
}

LowRankTokens gated_delta_case(const NewTokens& tokens, const DeltaGates& gates) {
  LowRankTokens out = gated_linear_case(tokens, gates.log_decay);
  out.alpha = by_channel(tokens, [&](const StateToken& now, std::size_t channel) {
    return std::exp(now.row(out.log_decay)[channel]) * now.key[channel];
  });
  out.beta = by_channel(tokens, [&](const StateToken& now, std::size_t channel) {
    return -now.number(gates.rate) * now.key[channel];
  });
  const std::span<const Real> rates = gates.rate.values();
  const std::span<Real> values = out.tokens.values.values();
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] *= rates[i * rates.size() / values.size()];
  }
  return out;
}

}  // namespace kvtally::reference
