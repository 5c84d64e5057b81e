#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.hpp"
#include "read/description/origin.hpp"
#include "read/text/tree.hpp"

namespace kvtally {

/// A model as it was read, and where its values came from.
struct Description {
  Model model;
  std::string file;
  Origins origins;
  std::vector<std::string> aliases;
  /// Keys of a config.json that are not understood and not suspected of bearing on the cache.
  std::vector<std::string> unread{};  // NOLINT(readability-redundant-member-init)
};

/// A model description in kvtally's own YAML: Hugging Face's field names, a run-length `layer_types`, and per
/// layer type the parameters that differ (docs/model-yaml.md). `id` becomes the model's id.
///
/// Refused with its place: an unknown key, a missing or impossible parameter, a layer list of another length than
/// num_hidden_layers, a parameter that no layer reads, a shared layer without an owner.
Expected<Description> read_description(const Tree& tree, std::string id);

/// Every key that a description may have at its top level.
std::span<const std::string_view> description_keys();

}  // namespace kvtally
