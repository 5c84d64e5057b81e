#pragma once

#include <cstdint>
#include <vector>

#include "account/parameters.hpp"

namespace kvtally {

/// Equal matrices of a tensor: `count` of them, each with a row of `inputs` elements for each of `outputs`.
struct WeightMatrix {
  Wide count = 1;
  Wide outputs = 0;
  Wide inputs = 0;
  Wide elements() const { return count * outputs * inputs; }
  friend bool operator==(const WeightMatrix&, const WeightMatrix&) = default;
};

/// Whether a tensor is a matrix that activations are multiplied with; else it is a vector in the sense of
/// WeightScheme: norms, biases, constants of states, convolutions (whose multiply-adds are the states'), and
/// whatever has one dimension.
bool is_matrix(const ParameterTensor& tensor);

/// One copy of a matrix tensor as matrices. Shapes are inputs × outputs, but tables of a vocabulary have a row a
/// word; dimensions before the last two count matrices, and of a feed-forward's the last one runs down.
std::vector<WeightMatrix> matrices_of(const ParameterTensor& tensor);

}  // namespace kvtally
