#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace kvtally {

/// How GGML stores a tensor: `bytes` for each `block` elements of a row.
struct TensorType {
  std::uint32_t id = 0;
  std::string_view name;
  std::int64_t block = 1;
  std::int64_t bytes = 0;
};

/// The types of ggml b10256, by id. Ids 4, 5, 31 to 33 and 36 to 38 were removed from it.
std::span<const TensorType> tensor_types();

/// The type of that id; null when there is none.
const TensorType* tensor_type(std::uint64_t id);

}  // namespace kvtally
