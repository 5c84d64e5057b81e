#pragma once

#include <vector>

#include "model/weight_facts.hpp"
#include "read/fields.hpp"

namespace kvtally {

/// The tensors that stand under `weights.tensors` of a description. A size is a whole number, or a key of the
/// description (`fields`) that holds one. Refused with its place: an unknown part or key, a tensor of more than
/// 2^62 elements in all its copies, more active copies than there are.
std::vector<GivenTensor> read_weight_tensors(const Fields& fields, const Fields& weights);

}  // namespace kvtally
