#pragma once

#include <string>
#include <vector>

#include "engine/layer_parts.hpp"
#include "support/gguf_writer.hpp"

namespace kvtally::test {

/// The keys of a GGUF file that say how large the layers' states are; none where no layer has one.
void write_state_keys(GgufWriter& out, const std::string& architecture, const std::vector<PlacedLayer>& layers);

}  // namespace kvtally::test
