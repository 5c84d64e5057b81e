#pragma once

#include <string>

#include "read/config/config.hpp"

namespace kvtally {

/// The model in a text or in the bytes of a GGUF file, told apart by what they hold: a GGUF file by its first
/// bytes, a params.json by its keys, any other JSON object is a config.json, and the rest a description in our own
/// YAML. `name` stands for the file in problems.
Expected<Description> read_model_text(const std::string& name, std::string text, const std::string& id,
                                      const ConfigOptions& options = {});

}  // namespace kvtally
