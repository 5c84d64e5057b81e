#pragma once

#include <string>

#include "read/description/description.hpp"

namespace kvtally {

/// The model in a file: a description in our own YAML, a params.json (a JSON object with its keys, whatever its
/// name), or a config.json (any other JSON object). A folder is read as read_folder says; "-" is standard input.
Expected<Description> read_model_file(const std::string& path);

}  // namespace kvtally
