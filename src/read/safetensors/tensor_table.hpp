#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/quantity.hpp"
#include "read/safetensors/dtypes.hpp"
#include "read/text/tree.hpp"

namespace kvtally {

/// One tensor as the header of a safetensors file describes it.
struct SafetensorsTensor {
  std::string name;
  const SafetensorsType* type = nullptr;
  Wide elements = 0;
  Bytes bytes;
};

/// The tensors that a header lists, in its order, of a file with `data_bytes` of data behind the header. Problems
/// are added to the list: an unknown dtype or key, bytes that are not shape times dtype, overlaps and holes.
std::vector<SafetensorsTensor> read_tensor_table(const Tree& header, std::int64_t data_bytes, Problems& problems);

}  // namespace kvtally
