#pragma once

#include <string>

#include "model/model.hpp"
#include "support/gguf_writer.hpp"

namespace kvtally::test {

/// Keys that llama.cpp's loader wants and that bear on no cache: norms, feed-forwards, experts, a vocabulary
/// without tokens, and what one architecture alone asks for.
void write_other_keys(GgufWriter& out, const std::string& architecture, const Model& model);

}  // namespace kvtally::test
