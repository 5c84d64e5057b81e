#pragma once

#include <span>
#include <string_view>

namespace kvtally {

/// An element type of safetensors (its Dtype, 0.8).
struct SafetensorsType {
  std::string_view name;
  int bits;
  bool is_float;  // one in which weights are kept unpacked, so that one element is one parameter
};

/// All of them.
std::span<const SafetensorsType> safetensors_types();

/// The type of that name; null when there is none.
const SafetensorsType* safetensors_type(std::string_view name);

}  // namespace kvtally
