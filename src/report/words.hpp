#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

/// A model's parts in words.
namespace kvtally {

/// "Gemma 3 27B (gemma-3-27b, Google, 2025-03, 27.4B parameters)".
std::string heading(const Model& model);

/// "latent 512 + rope 64, bf16", "key 8x128 + value 8x128, bf16".
std::string describe(const Entry& entry);

/// What a layer keeps, a line for each part: "the last 1024 positions: key 16x128 + value 16x128, bf16".
std::vector<std::string> describe(const Layer& layer);

/// The layers by their labels: "[SWA x5, GQA] x10, SWA x2".
std::string layer_list(const Model& model);

}  // namespace kvtally
