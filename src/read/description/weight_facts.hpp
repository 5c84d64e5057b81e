#pragma once

#include <span>
#include <string_view>

#include "model/weight_facts.hpp"
#include "read/fields.hpp"

namespace kvtally {

/// The sizes of the weights that stand at a description's top level, under Hugging Face's names, and `weights`,
/// which lists what the model's weights have beside (docs/model-yaml.md). `layers`: num_hidden_layers.
///
/// Refused with its place: a size out of range, an unknown feature or layer type, a list of feed-forwards of
/// another length than the layers, a tensor of more than 2^62 elements.
WeightFacts read_weight_facts(const Fields& fields, std::int64_t layers);

/// The top-level keys that it reads.
std::span<const std::string_view> weight_keys();

}  // namespace kvtally
