#pragma once

#include <vector>

#include "account/figures.hpp"
#include "engine/allocation.hpp"
#include "engine/llama_cpp/caches.hpp"

namespace kvtally::llama_cpp {

/// What the model needs, and how llama.cpp stores it.
struct Comparison {
  const StoredModel& model;
  const Settings& settings;
  const ContextSizes& sizes;
  const std::vector<Cache>& caches;
  const std::vector<Layer>& layers;  // Model::layers, which figures count by
  const Figures& needed;             // of the main context
  const Figures* drafted;            // with the MTP layers in their own formats; null: they do not draft
};

/// Why the caches' bytes (without padding between tensors) are not those that the model needs, one cause each.
std::vector<EngineCause> causes_of(const Comparison& comparison);

}  // namespace kvtally::llama_cpp
