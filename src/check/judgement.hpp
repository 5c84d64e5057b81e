#pragma once

#include <string>
#include <vector>

#include "check/claims.hpp"

namespace kvtally {

/// What is wrong with a claim that is computed now, as sentences: a figure that does not meet what is expected,
/// and a verdict that what is printed does not bear out.
std::vector<std::string> faults_of(const Claim& claim, const Tree& tree, const FigureSources& sources);

}  // namespace kvtally
