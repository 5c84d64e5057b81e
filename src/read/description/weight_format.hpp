#pragma once

#include <optional>

#include "model/weight_scheme.hpp"
#include "read/fields.hpp"

namespace kvtally {

/// `weight_format`: how the weights are published, as the text of a scheme (parse_weight_scheme), or as a map with
/// that text under `format` and what no text says: matrix_bytes, input_bytes, from, unread, assumed
/// (docs/model-yaml.md). It bears on no figure of the cache.
///
/// Refused with its place: a text that is no scheme, an unknown member, bytes out of range.
std::optional<WeightScheme> read_weight_format(const Fields& fields);

}  // namespace kvtally
