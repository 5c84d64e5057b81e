#pragma once

#include <string>

#include "core/quantity.hpp"

namespace kvtally::vllm {

/// A fraction with two decimals as Python's %.2f writes it: halves to even.
std::string two_decimals(Wide numerator, Wide denominator);

/// GiB as vLLM writes them: round(bytes ÷ 2^30, 2), "8.01", "16.0".
std::string gib(Bytes bytes);

}  // namespace kvtally::vllm
