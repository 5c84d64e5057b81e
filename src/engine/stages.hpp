#pragma once

#include <cstdint>
#include <vector>

#include "core/wide.hpp"

/// The division over pipeline stages that SGLang and TensorRT-LLM have in common.
namespace kvtally {

/// The layers of the stage that weighs most, the first of several: the first stages have a layer more where they
/// do not divide. `weight_of(layer)` is a Wide.
template <class Layer, class WeightOf>
std::vector<Layer> heaviest_stage(const std::vector<Layer>& layers, std::int64_t stages, WeightOf weight_of) {
  const auto total = static_cast<std::int64_t>(layers.size());
  std::vector<Layer> heaviest;
  Wide most = -1;
  for (std::int64_t stage = 0, at = 0; stage < stages; ++stage) {
    const std::int64_t count = total / stages + (stage < total % stages ? 1 : 0);
    std::vector<Layer> own(layers.begin() + at, layers.begin() + at + count);
    at += count;
    Wide weight = 0;
    for (const Layer& layer : own) {
      weight += weight_of(layer);
    }
    if (weight > most) {
      most = weight;
      heaviest = std::move(own);
    }
  }
  return heaviest;
}

}  // namespace kvtally
