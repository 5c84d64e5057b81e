#pragma once

#include <span>

#include "check/figure.hpp"

namespace kvtally {

/// The mistakes that calculators, engines and texts have been seen to make, the likely ones first. Each leaves a
/// model, context or batch alone that it does not apply to.
std::span<const Mistake> known_mistakes();

}  // namespace kvtally
