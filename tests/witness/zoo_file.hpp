#pragma once

#include <string>

#include "core/problem.hpp"
#include "model/model.hpp"
#include "support/gguf_writer.hpp"

namespace kvtally::test {

/// The metadata of a GGUF file of a model, made from what the model keeps: layers, heads, widths, windows,
/// latents, indexers and states are its own. What does not bear on a cache is small, so that no file is large:
/// feed-forwards 64 wide, four experts, a vocabulary of 32. Without tensors. With its MTP layers where `drafts`.
///
/// Refused: a model whose llama.cpp architecture is not known, and layers that no engine stores.
Expected<GgufWriter> zoo_file(const Model& model, bool drafts);

}  // namespace kvtally::test
