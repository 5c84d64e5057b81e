#pragma once

#include <string>

#include "read/config/config.hpp"

namespace kvtally {

/// The model in a file: a description in our own YAML, a config.json (a JSON object, whatever its name), or a GGUF
/// file (known by its first bytes or its ending). A folder stands for the config.json in it, "-" for standard
/// input.
Expected<Description> read_model_file(const std::string& path, const ConfigOptions& options = {});

}  // namespace kvtally
