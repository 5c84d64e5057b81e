#pragma once

#include <optional>

#include "account/weight_load.hpp"
#include "check/figure.hpp"

namespace kvtally {

/// How weights are stored: `weight_dtype`, as --weight-dtype writes it. Outer nothing: a problem was noted; inner
/// nothing: none is asked for.
std::optional<std::optional<WeightScheme>> asked_scheme(const Ask& ask);

/// A model's weights in that scheme (weight_load_for). A problem is noted where they are not known.
std::optional<WeightLoad> asked_weights(const Ask& ask, const Model& model);

}  // namespace kvtally
