#pragma once

#include <optional>
#include <string>
#include <vector>

#include "read/description/description.hpp"

namespace kvtally {

/// What the person who reads a file knows better than the rules.
struct ConfigOptions {
  std::optional<std::string> as_type;          // the language model is read by this type's rule
  std::vector<std::string> assume_irrelevant;  // keys that are not understood and taken not to bear on the cache
};

/// A config.json as Hugging Face writes it: the model type (that of the language part, where there is one) says by
/// which rule it is read (read/config/rules.hpp), and becomes the description that our own YAML would have.
/// `id` becomes the model's id and name.
///
/// Refused with its place: a model type without a rule; a key that could change the cache and is neither used nor
/// known to be irrelevant (docs/config-json.md); and whatever a description is refused for.
Expected<Description> read_config(const Tree& tree, std::string id, const ConfigOptions& options = {});

/// A key of a config.json that is neither used nor known to be irrelevant, by its path from the root.
struct UnknownKey {
  std::string path;
  bool suspicious = false;  // it could change the cache
};
/// All of them; empty for a file whose model type has no rule.
std::vector<UnknownKey> unknown_keys(const Tree& tree, const ConfigOptions& options = {});

}  // namespace kvtally
