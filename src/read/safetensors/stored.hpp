#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/weights.hpp"
#include "read/safetensors/header.hpp"
#include "read/text/tree.hpp"

namespace kvtally {

/// What a file such as model.safetensors.index.json says.
struct SafetensorsIndex {
  std::map<std::string, std::vector<std::string>> shards;  // the tensors of each file, sorted
  std::optional<Bytes> total;                              // metadata.total_size, where it is a whole number
  std::string unread_total;                                // what stands there when it is none
};

/// Refused: no weight_map, a file that is named with a folder.
Expected<SafetensorsIndex> parse_safetensors_index(const Tree& tree);

/// The tensors by part, dtype and content. `layers`: num_hidden_layers, if it is known.
StoredWeights weights_of(std::span<const SafetensorsTensor> tensors, std::optional<std::int64_t> layers);

/// The weights in a folder, and what is to be said of them.
struct FolderWeights {
  StoredWeights weights;
  std::vector<std::string> remarks;
};

/// The weights in the named safetensors files of a folder, exact, from their headers.
Expected<FolderWeights> read_stored_weights(const std::string& folder, const std::vector<std::string>& files,
                                            std::optional<std::int64_t> layers);

/// The weights that an index names: from the headers of its files when they are in the folder (`present` holds the
/// names of what is), else the total that the index states, without formats. Refused: some of the files missing, a
/// file that lacks a tensor of the index or holds one that is not in it.
Expected<FolderWeights> read_indexed_weights(const std::string& folder, const std::string& index,
                                             const std::vector<std::string>& present,
                                             std::optional<std::int64_t> layers);

}  // namespace kvtally
