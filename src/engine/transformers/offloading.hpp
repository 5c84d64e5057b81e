#pragma once

#include <vector>

#include "engine/transformers/reconciliation.hpp"

namespace kvtally::transformers {

/// What an offloaded cache holds of its moving layers.
struct Offloading {
  Bytes on_device;  // the layer in use and the next one, which is fetched meanwhile
  Bytes moving;     // of all layers that move
};

/// Whether the layers of this sort move: those of attention, without sliding ones where only the others do.
bool moves(const PlacedLayer& layer, const GenerateSetting& setting);

/// Whether a tensor of such a layer moves. Counters and states stay, and MiniMax M3's index keys: its class moves
/// keys and values alone.
bool moves(const CacheTensor& tensor);

/// The two moving layers in a row that hold most: `layers` in the order of the model, each with its sort in
/// `sorts`; the first follows the last.
Offloading offloading_of(const std::vector<std::size_t>& layers, const std::vector<CachedSort>& sorts,
                         const GenerateSetting& setting);

}  // namespace kvtally::transformers
