#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace kvtally {

/// Two tensors that live at once while an operator runs: its input and its output.
struct LivePair {
  std::string what;  // "feed-forward, gate and up"
  Wide before = 0;   // elements of one token
  Wide after = 0;
  Wide width() const { return before + after; }
  friend bool operator==(const LivePair&, const LivePair&) = default;
};

/// The pairs of one layer's projections and feed-forward, of a model whose heads are a device's already and whose
/// feed-forward is divided by `divided`. Scores are no tensor: a fused kernel keeps them in registers. Empty when
/// the description lacks the hidden size.
std::vector<LivePair> live_pairs(const Model& model, std::int64_t divided);

/// The widest of them; all zero when there is none.
LivePair widest_pair(const Model& model, std::int64_t divided);

/// What a device needs beside weights and cache while it runs: the widest pair for `tokens` tokens in `format`,
/// and the logits of `sequences` sequences in float32 (4 bytes). The vocabulary counts in full: logits are
/// gathered where they are sampled. A vocabulary that is not known counts nothing.
Bytes activation_bytes(const Model& model, const LivePair& widest, std::int64_t tokens, std::int64_t sequences,
                       const Format& format);

}  // namespace kvtally
