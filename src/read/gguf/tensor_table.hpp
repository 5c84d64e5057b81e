#pragma once

#include <cstdint>

#include "read/gguf/byte_reader.hpp"
#include "read/gguf/container.hpp"

namespace kvtally {

/// Reads `count` rows of the tensor table into the file. Fails on a name that is empty or there twice, on
/// dimensions and types that cannot be.
void read_tensor_table(ByteReader& in, std::uint64_t count, GgufFile& file);

/// What is wrong with where the tensors' data lie: `table_end` is the byte behind the table, the data begin at the
/// next multiple of general.alignment (32 when the file does not say).
Problems check_tensor_data(const GgufFile& file, std::uint64_t table_end, std::uint64_t file_size);

}  // namespace kvtally
