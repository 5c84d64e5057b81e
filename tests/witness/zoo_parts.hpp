#pragma once

#include <vector>

#include "engine/layer_parts.hpp"
#include "support/gguf_writer.hpp"

namespace kvtally::test {

/// The keys of indexers (DSA, MSA), where a layer has one.
void write_index(GgufWriter& out, const std::vector<PlacedLayer>& layers);

/// The keys of states, where a layer has one: all such layers of a file have the same.
void write_state(GgufWriter& out, const std::vector<PlacedLayer>& layers);

}  // namespace kvtally::test
