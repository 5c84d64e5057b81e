#pragma once

#include <string>
#include <vector>

#include "engine/transformers/tensors.hpp"

namespace kvtally::transformers {

/// What these rules do not know how to hold: states that no cache class of transformers has, indexers of other
/// layouts, offloaded layers of more than keys and values. Named, all at once.
Problems unsupported(const Model& model, const std::vector<PlacedLayer>& layers, const GenerateSetting& setting);

/// Why transformers itself does not get to a cache under this setting, in its own words; empty: it does.
std::string generate_error(const std::vector<PlacedLayer>& layers, const GenerateSetting& setting);

/// Notes that a model with states is none of transformers' own, if so: its code may hold them otherwise.
void assume_states(const Model& model, const std::vector<PlacedLayer>& layers, GenerateSetting& setting);

/// MiniMax-Text-01 brings a cache of its own, and cache_implementation is ignored: a warning there, an assumption
/// here.
void ignore_implementation(const Model& model, GenerateSetting& setting);

}  // namespace kvtally::transformers
