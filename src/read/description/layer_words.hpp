#pragma once

#include <span>
#include <string_view>

namespace kvtally {

/// Every layer type that `compose` knows, transformers' names first.
std::span<const std::string_view> layer_types();

/// Every parameter that a layer type reads.
std::span<const std::string_view> layer_keys();

}  // namespace kvtally
