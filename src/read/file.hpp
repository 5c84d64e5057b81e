#pragma once

#include <string>
#include <vector>

#include "core/problem.hpp"

namespace kvtally {

/// The text of a file; "-" is standard input, which problems call <stdin>. Refused: what is missing, a folder,
/// what may not be read, and more than 64 MiB.
Expected<std::string> read_file(const std::string& path);

/// The files of a folder whose names end in .yaml, sorted by name, with the folder's path before them.
Expected<std::vector<std::string>> yaml_files(const std::string& folder);

/// The name of a file without its folder and its ending.
std::string stem(const std::string& path);

}  // namespace kvtally
