#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"
#include "read/safetensors/tensor_table.hpp"

namespace kvtally {

/// The largest header that safetensors itself accepts.
inline constexpr std::int64_t kLargestSafetensorsHeader = 100'000'000;

/// The tensors of a safetensors file, in the order of its header. `start` holds the file's first bytes: the length
/// of the header (8 bytes, little endian) and the header, a JSON object. `file_bytes` is the size of the whole
/// file; the tensors' data need not be in `start`.
///
/// Refused: a header of more than 100 MB or past the end; a name twice; an unknown dtype or key; a shape times its
/// dtype that is not the bytes between the offsets, or no whole bytes; tensors that overlap, leave a hole, or do
/// not end where the file ends. Lines and columns count within the header.
Expected<std::vector<SafetensorsTensor>> parse_safetensors(const std::string& file, std::string_view start,
                                                           std::int64_t file_bytes);

/// The same of a file, of which nothing but the header is read.
Expected<std::vector<SafetensorsTensor>> read_safetensors(const std::string& path);

}  // namespace kvtally
