#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/layer_parts.hpp"
#include "engine/llama_cpp/architectures.hpp"
#include "engine/llama_cpp/flags.hpp"

namespace kvtally::llama_cpp {

/// Which cache keeps the keys and values of a layer.
enum class Place : std::uint8_t { none, base, sliding };

/// DeepSeek-V4's compressed entries: rows of `dim`, one for each `rate` positions, and the F32 states that they
/// are pooled in.
struct Compressed {
  std::int64_t dim = 0;
  std::int64_t rate = 1;
  bool overlapping = false;
  std::optional<std::int64_t> index_dim;
};

/// A layer as llama.cpp stores it. Widths are elements of a cell.
struct StoredLayer {
  PlacedLayer placed;
  Place place = Place::none;
  std::int64_t key_width = 0;
  std::int64_t value_width = 0;  // 0: there is no V tensor
  std::int64_t padded_value_width = 0;
  std::optional<std::int64_t> index_width;
  std::int64_t index_value_width = 0;
  std::optional<Compressed> compressed;
  bool recurrent = false;
  Wide convolution_elements = 0;  // R
  Wide recurrent_elements = 0;    // S
  bool expanded = false;          // heads where the model keeps a latent
};

struct StoredModel {
  ArchitectureRules rules;
  std::vector<StoredLayer> layers;     // the main context's: all blocks, and MTP blocks that it caches
  std::vector<StoredLayer> drafts;     // the MTP context's; empty unless it drafts
  std::optional<std::int64_t> window;  // n_swa
  std::int64_t blocks = 0;             // block_count of the file; of v0.5.0 without the MTP layers
};

/// The layers as llama.cpp stores them. Refused, each by name: what no architecture of llama.cpp keeps (pooled
/// index keys, states of other kinds, two windows …).
std::optional<StoredModel> stored_model(const Model& model, const Settings& settings, Problems& problems,
                                        std::vector<std::string>& assumptions);

}  // namespace kvtally::llama_cpp
