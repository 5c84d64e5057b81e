#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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

/// What the elements of stored tensors are.
enum class StoredContent : std::uint8_t {
  parameters,  // one element is one parameter
  packed,      // integers that may hold several parameters each, so that their number says nothing
  constants,   // scales, zero points and tables of quantised tensors, and buffers: no parameters
};

/// Tensors of one part in one format, as a file stores them.
struct StoredGroup {
  WeightPart part = WeightPart::other;
  std::string format;  // as the file names it: "BF16", "q4_K"
  std::int64_t tensors = 0;
  Wide elements = 0;
  Bytes bytes;
  StoredContent content = StoredContent::parameters;
  friend bool operator==(const StoredGroup&, const StoredGroup&) = default;
};

/// The weights as a file holds them, exact.
struct StoredWeights {
  std::vector<StoredGroup> groups;  // by part, then by format
  std::string from;                 // "the headers of 4 safetensors files"
  std::optional<Bytes> total{};  // NOLINT(readability-redundant-member-init) known alone: there are no groups then
  friend bool operator==(const StoredWeights&, const StoredWeights&) = default;
};

/// The name of a part: "feed_forward".
std::string_view name_of(WeightPart part);

/// "packed".
std::string_view name_of(StoredContent content);

/// All that is stored.
Bytes stored_bytes(const StoredWeights& weights);

/// The number of parameters, where the elements tell it: nothing when a tensor is packed, or only a total is
/// known.
std::optional<Wide> stored_parameters(const StoredWeights& weights);

}  // namespace kvtally
