#pragma once

#include <span>
#include <vector>

#include "check/figure.hpp"

namespace kvtally {

// The mistakes that calculators, engines and texts have been seen to make, the likely ones of a group first. Each
// leaves a model, context or batch alone that it does not apply to.

std::span<const Mistake> mistakes_of_entries();   // heads, widths, latents, formats
std::span<const Mistake> mistakes_of_layers();    // which layers keep which positions; states, indexers
std::span<const Mistake> mistakes_of_requests();  // contexts and batches

std::vector<const Mistake*> known_mistakes();

}  // namespace kvtally
