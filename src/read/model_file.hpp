#pragma once

#include <string>

#include "read/config/config.hpp"

namespace kvtally {

/// The model in a file: a description in our own YAML, a GGUF file (known by its first bytes or its ending), a
/// params.json (a JSON object with its keys, whatever its name), or a config.json (any other JSON object). A
/// folder is read as read_folder says; "-" is standard input.
Expected<Description> read_model_file(const std::string& path, const ConfigOptions& options = {});

}  // namespace kvtally
