#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/quantity.hpp"

namespace kvtally {

/// Which part of a model a weight belongs to.
enum class WeightPart : std::uint8_t {
  embedding,     // a row is looked up
  attention,     // of every kind: projections, norms within, indexers, states' constants
  feed_forward,  // dense ones
  experts,       // those that are chosen, the shared ones and the router
  norm,          // of layers and of the whole model
  head,          // the output projection; a tied one is the embedding
  draft,         // MTP layers, whole
  encoder,       // of vision, audio, or an encoder-decoder's encoder, with its projector
  other,
};

/// Tensors of one part in one format, as a file stores them.
struct StoredGroup {
  WeightPart part = WeightPart::other;
  std::string format;  // as the file names it: "BF16", "q4_K"
  std::int64_t tensors = 0;
  Wide elements = 0;
  Bytes bytes;
  friend bool operator==(const StoredGroup&, const StoredGroup&) = default;
};

/// The weights as a file holds them, exact.
struct StoredWeights {
  std::vector<StoredGroup> groups;  // by part, then by format
  std::string from;                 // "the headers of 4 safetensors files"
  friend bool operator==(const StoredWeights&, const StoredWeights&) = default;
};

}  // namespace kvtally
