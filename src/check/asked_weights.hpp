#pragma once

#include <optional>

#include "account/weight_load.hpp"
#include "check/figure.hpp"
#include "hardware/roofline.hpp"

namespace kvtally {

/// How weights are stored: `weight_dtype`, as --weight-dtype writes it. Outer nothing: a problem was noted; inner
/// nothing: none is asked for.
std::optional<std::optional<WeightScheme>> asked_scheme(const Ask& ask);

/// A model's weights in that scheme (weight_load_for). A problem is noted where they are not known.
std::optional<WeightLoad> asked_weights(const Ask& ask, const Model& model);

/// What a step reads of them: `active` parameters in the scheme's format, otherwise what the model's own step
/// reads. A problem is noted where `active` is no whole number of parameters.
std::optional<WeightReading> asked_reading(const Ask& ask, const Model& model);

/// The rates of the device that is asked for (`on`), at its peaks, for these weights. A problem is noted where its
/// bandwidth is not published.
std::optional<Rates> asked_rates(const Ask& ask, const WeightLoad& weights);

}  // namespace kvtally
