#pragma once

#include <expected>
#include <string>

#include "model/model.hpp"
#include "reference/cache/cache_layer.hpp"

namespace kvtally {

/// What the executor counted while one layer computed one token.
struct LayerStep {
  reference::Footprint footprint;  // while the step ran, and after it
  reference::Counts counts;        // of the step alone
};

/// Runs the layer's attention: fills its containers with S − 1 tokens, then computes the S-th (S ≥ 1). Of the
/// layer only plain facts are used (heads, widths, names of formats, window, chunk, number of encoder positions);
/// bytes and multiply-adds come from the executor. The error says why the executor cannot run such a layer.
std::expected<LayerStep, std::string> run_step(const Layer& layer, std::int64_t seen);

/// Why the executor cannot run such a layer; empty when it can.
std::string not_executable(const Layer& layer);

}  // namespace kvtally
