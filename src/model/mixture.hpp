#pragma once

#include <cstdint>
#include <string_view>

#include "model/kinds.hpp"
#include "model/model.hpp"

/// How a model's layers are mixed, by what they keep and read. Layers that only draft do not count.
namespace kvtally {

/// Whether some memory of the layer keeps an entry of every position, however few of them it reads.
bool keeps_all(const Layer& layer);

/// How many of the model's layers keep every position: 8.4 of the lecture calls them the full ones.
std::int64_t full_layer_count(const Model& model);

/// Whether the layer reads only entries that it chooses.
bool chooses(const Layer& layer);

/// Whether one of the model's layers is such a one: keeps_all, chooses.
bool some_layer(const Model& model, bool (*holds)(const Layer&));

/// Whether one is of a kind that turns the knob.
bool turns(const Model& model, Knob knob);

/// "uniform": all layers of one kind. "cheap_and_dear": two kinds, one of which keeps every position. "other": the
/// rest.
std::string_view mix_of(const Model& model);

/// What the layers are that do not keep every position: "windows" (chunks and pooled entries too), "states", or
/// "none" where all keep it.
std::string_view cheap_of(const Model& model);

/// Whether every layer keeps and reads every position.
bool full_everywhere(const Model& model);

}  // namespace kvtally
