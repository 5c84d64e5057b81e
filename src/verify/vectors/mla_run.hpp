#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "reference/layer/latent_layer.hpp"
#include "verify/check.hpp"

namespace kvtally {

/// A way to compute latent attention.
struct LatentWay {
  std::string_view name;
  reference::LatentForm form;
  bool latent;  // what it caches: the latent and its rotary key, or keys and values of each head
};

/// All of them: absorbed, naive, expanded.
std::span<const LatentWay> latent_ways();

/// What a source has recorded of a layer; what is absent isn't compared.
struct LatentFigures {
  std::optional<reference::Tensor> whole;    // output over all tokens at once [batch, tokens, hidden],
  std::optional<reference::Tensor> weights;  // and the weights of that [batch, heads, tokens, tokens]
  std::optional<reference::Tensor> first;    // over the first tokens at once,
  std::optional<reference::Tensor> steps;    // then over the others one by one,
  std::optional<reference::Tensor> keys;     // and what the container holds at the end [batch, heads, tokens, dim]
  std::optional<reference::Tensor> values;
};

/// Runs the layer over x [batch, tokens, hidden] in one way, at once and (with `first`) in several passes, with
/// each plain kernel, and compares.
void compare_latent(Checks& checks, const reference::LatentLayer& layer, const reference::Tensor& x,
                    std::optional<std::int64_t> first, const LatentWay& way, const LatentFigures& recorded);

}  // namespace kvtally
