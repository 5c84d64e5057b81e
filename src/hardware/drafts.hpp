#pragma once

#include <optional>

#include "hardware/roofline.hpp"

/// Speculative decoding (Leviathan, Kalman and Matias, arXiv 2211.17192): drafted tokens are checked together.
namespace kvtally {

struct Drafting {
  std::int64_t drafted = 1;  // a step, of each request
  double acceptance = 0;     // of each drafted token behind accepted ones, 0 … 1
};

/// A step that checks drafted tokens, and what drafting them costs.
struct DraftedStep {
  StepTime check;                 // of 1 + drafted tokens
  std::optional<StepTime> draft;  // one token by the model's own draft layer; nothing: counted as free
  double tokens = 1;              // that a step yields on average: (1 − a^(m+1)) ÷ (1 − a)
  Seconds seconds;                // the check, and the drafts one after the other
  Seconds per_token;
};

/// Tokens that a step yields on average, the one that the check itself gives included.
double expected_tokens(const Drafting& drafting);

/// `step.tokens` is not used: it follows from the drafting. Drafting is the model's own layer (MTP), its head the
/// model's, where the model and its weights have one.
DraftedStep drafted_time(const Model& model, const WeightLoad& weights, const DecodeStep& step,
                         const Drafting& drafting, const Rates& rates);

}  // namespace kvtally
