#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace kvtally {

/// A sort of layers in a description's layer list: a layer type and the parameters that differ from the model's.
struct LayerSort {
  std::string name;    // the layer type, or another name for a further sort of it
  std::string type;    // the layer type
  std::string shares;  // previous, same_kind, or empty
  std::map<std::string, std::string> values;
  std::set<std::string> absent;  // keys that must not be given for it
};

/// The layers of a model as the lists of a description name them.
struct SortedLayers {
  std::vector<LayerSort> sorts;
  std::vector<std::string> order;  // the sort of each layer
  std::vector<std::string> draft;
  std::vector<std::string> indexers;  // full or shared for each layer; empty where all are full
  std::int64_t shared_tail = 0;       // num_kv_shared_layers
};

/// The fewest sorts that tell the model's layers apart. The error names a layer that has no keys.
std::expected<SortedLayers, std::string> sorted_layers(const Model& model);

/// Takes from the sorts the values that all layers may read at the top level: those on which every sort that has
/// them agrees, and without which none must be. What the naive formula reads stands there in any case, as the
/// model says (`model.naive`), and stays with a sort that needs another value.
std::map<std::string, std::string> take_common(SortedLayers& layers, const NaiveShape& naive);

}  // namespace kvtally
