#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"

namespace kvtally {

/// The text of a file; "-" is standard input, which problems call <stdin>. Refused: what is missing, a folder,
/// what may not be read, and more than 64 MiB.
Expected<std::string> read_file(const std::string& path);

/// The first `count` bytes of a file, or all of a shorter one.
Expected<std::string> read_start(const std::string& path, std::size_t count);

/// The size of a file in bytes.
Expected<std::int64_t> file_bytes(const std::string& path);

/// The names of the files in a folder, sorted; folders in it are left out.
Expected<std::vector<std::string>> file_names(const std::string& folder);

/// The files of a folder with that ending (".yaml"), sorted by name, with the folder's path before them.
Expected<std::vector<std::string>> files_in(const std::string& folder, std::string_view ending);

/// The name of a file without its folder and its ending.
std::string stem(const std::string& path);

}  // namespace kvtally
