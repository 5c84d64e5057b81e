#pragma once

#include <string>

#include "read/description/description.hpp"

namespace kvtally {

/// The model of a Hugging Face config.json, by the rule of its model_type (read/families.hpp); of a multimodal
/// model that of its text_config. What the file leaves out is the default of the type's class in transformers,
/// which is then listed among the model's assumptions.
///
/// Refused with its place: no model_type, or one without a rule; a key that could bear on the cache and is not
/// understood (read/config_keys.hpp), because it might carry what is missing; and all that read_description
/// refuses.
Expected<Description> read_config(const Tree& tree, std::string id);

}  // namespace kvtally
