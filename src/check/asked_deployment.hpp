#pragma once

#include <cstdint>
#include <optional>

#include "check/figure.hpp"
#include "plan/answer.hpp"

namespace kvtally {

/// The placement that is asked for: tp, pp, dp, ep, cp, each 1 where another is given. Inner nothing: none of them
/// is. A problem is noted where they make no placement.
std::optional<std::optional<Placement>> asked_placement(const Ask& ask);

/// What is left free of each device (`reserve`: bytes, or a share such as 5 %, which it is where nothing is said).
std::optional<Reserve> asked_reserve(const Ask& ask);

/// The weights that devices are to hold (`weights`): so many bytes, false for the cache alone, otherwise the
/// model's own in `weight_dtype`.
std::optional<WeightLoad> weights_to_hold(const Ask& ask, const Model& model);

/// The question of `fit` for what is not given, as `kvtally fit` asks it, with the device's memory and link.
/// `devices` and a placement, `users` and `context` are given as they stand in the document. A problem is noted
/// where the memory is not published, or where what is asked for is given too.
std::optional<FitQuestion> asked_fit(const Ask& ask, const Model& model, Asked asked);

}  // namespace kvtally
