#pragma once

#include <optional>
#include <string>

#include "core/quantity.hpp"
#include "model/model.hpp"

namespace kvtally {

/// The figure of the formula that everybody types, num_hidden_layers × num_key_value_heads × head_dim × 2 × bytes
/// × tokens: blind to layer kinds, windows, latents and states. It is printed beside ours, never used.
struct Naive {
  std::optional<Bytes> bytes;  // nothing when the model has no attention heads at all
  std::string what;            // the product as it was formed, or why there is none
};

/// `key` and `value` are the formats of one element of each; a block's bytes are spread evenly over its elements.
Naive naive_figure(const Model& model, Tokens context, std::int64_t batch, const Format& key, const Format& value);

}  // namespace kvtally
