#include "account/weight_matrices.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace kvtally {

namespace {

// Tensors of two dimensions that are no matrices (account/parameters_*.cpp name them).
constexpr std::array<std::string_view, 8> kVectors{"norm",  "bias",  "constants", "sinks",
                                                   "mixes", "bases", "bonus",     "convolution"};

// {hidden, 2, inner} is one projection with two outputs an inner element; {3, hidden, inner} are three.
constexpr std::int64_t kFewParts = 4;

}  // namespace

bool is_matrix(const ParameterTensor& tensor) {
  const auto longer = std::ranges::count_if(tensor.shape, [](std::int64_t size) { return size > 1; });
  return tensor.part != WeightPart::norm && longer >= 2 &&
         std::ranges::none_of(kVectors, [&](auto word) { return tensor.name.find(word) != std::string::npos; });
}

std::vector<WeightMatrix> matrices_of(const ParameterTensor& tensor) {
  const auto& shape = tensor.shape;
  const std::size_t last = shape.size() - 1;
  if (tensor.part == WeightPart::embedding || tensor.part == WeightPart::head) {
    Wide rows = 1;
    for (std::size_t i = 0; i < last; ++i) {
      rows *= shape[i];
    }
    return {{1, rows, shape[last]}};
  }
  if (shape.size() == 3 && shape[1] <= kFewParts && shape[0] > kFewParts) {
    return {{1, Wide{shape[1]} * shape[2], shape[0]}};
  }
  Wide count = 1;
  for (std::size_t i = 0; i + 1 < last; ++i) {
    count *= shape[i];
  }
  const Wide inputs = shape[last - 1];
  const Wide outputs = shape[last];
  const bool one_down = tensor.name.find("down projection") != std::string::npos ||
                        tensor.name.find("down and up") != std::string::npos || tensor.name.ends_with("_rank") ||
                        tensor.name.find("value and output projections") != std::string::npos;
  if (count > 1 && one_down) {
    return {{count - 1, outputs, inputs}, {1, inputs, outputs}};
  }
  return {{count, outputs, inputs}};
}

}  // namespace kvtally
