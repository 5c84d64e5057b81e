#pragma once

#include <string>
#include <vector>

#include "plan/search.hpp"

namespace kvtally {

/// What the front's members do not show of one another: sorts of devices that are counted alone, formats that are
/// not compared; whole sentences.
std::vector<std::string> comparisons_of(const PlanQuestion& question, const std::vector<PlanCandidate>& front);

/// What the times of these candidates assume or leave out, each once with the devices that it is said of: a format
/// multiplied at another's peak, a link whose rate is not published …
std::vector<std::string> notes_of(const PlanQuestion& question, const std::vector<PlanCandidate>& candidates);

}  // namespace kvtally
