#pragma once

#include <expected>
#include <map>
#include <set>
#include <string>

#include "model/model.hpp"

namespace kvtally {

/// The keys of a model description with which its reader composes a layer (docs/model-yaml.md).
struct LayerKeys {
  std::string type;                           // the layer type
  std::map<std::string, std::string> values;  // what it needs; a map's member as compress_rates.full_attention
  std::set<std::string> absent;               // what must not be given, because the layer would read it
  bool reuses_index = false;                  // its indexer is that of an earlier layer
};

/// The keys of a layer of the model, found from its parts alone. The error names a part that no key can say. Parts
/// that the keys do not reach (an entry with another row, say) are not looked at: whoever writes a description
/// reads it back and compares.
std::expected<LayerKeys, std::string> keys_of(const Layer& layer, const Model& model);

}  // namespace kvtally
