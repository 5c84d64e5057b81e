#pragma once

#include "core/problem.hpp"
#include "read/family.hpp"

namespace kvtally {

/// Adds to a family what an entry of modelzoo/families/ says: its own values replace those that are there, and its
/// irrelevant keys are added to them. The entry was checked when the program was built and outlives the family.
void overlay_family(Family& family, const Node& root);

/// What is wrong with an entry as a file: a key or a rule that there is none of, a value of another sort.
Problems problems_of_family(const Tree& tree);

}  // namespace kvtally
