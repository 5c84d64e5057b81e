#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"

/// How what a layer keeps is divided by tensor parallelism.
namespace kvtally {

/// Sentences of what does not divide, each once.
class Refusals {
 public:
  void add(std::string sentence);
  bool empty() const { return sentences_.empty(); }
  std::vector<std::string> take() { return std::move(sentences_); }

 private:
  std::vector<std::string> sentences_;
};

/// Heads that one of `tp` devices has, of heads that are divided as far as they go and are then replicated;
/// nothing where neither number divides the other.
std::optional<std::int64_t> replicated_share(std::int64_t heads, std::int64_t tp);

/// What one of `tp` devices has of a layer. Query heads are divided; rows of keys and values keep ⌈heads ÷ tp⌉
/// heads; latents, rotary rows, gates and index keys have one head and stay whole, and so do the query heads of an
/// indexer, which engines replicate. What does not divide is said in `refusals`, and stays whole.
Layer device_layer(const Layer& layer, std::int64_t tp, Refusals& refusals);

/// What one of `tp` devices has of a state, by its kind: heads of a matrix and what belongs to them, channels of a
/// vector or a convolution. Heads of keys and groups of B and C are replicated past their number. Token shifts are
/// as wide as the hidden state, and whole.
State device_state(const State& state, std::int64_t tp, Refusals& refusals);

/// The model with the layers of one of `tp` devices, at the same indices.
Model device_model(const Model& model, std::int64_t tp, Refusals& refusals);

}  // namespace kvtally
