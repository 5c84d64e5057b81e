#pragma once

#include <cstdint>
#include <optional>

#include "core/quantity.hpp"
#include "model/model.hpp"

namespace kvtally {

/// The longest context at which a step of `sequences` requests reads no more from the caches than from the
/// weights: beyond it the memory of the past costs more than the model. Solved on the largest read up to a context
/// (account/largest_read.hpp), which never falls. 0 where one token already reads more; nothing where the cache
/// never overtakes the weights within 2^40 tokens, as windows and states do not.
std::optional<Tokens> crossover(const Model& model, Bytes weights_read, std::int64_t sequences);

}  // namespace kvtally
