#pragma once

#include "plan/search.hpp"

namespace kvtally {

/// The time for which a prompt occupies each stage of a replica, the mean: prompts follow one another through the
/// stages, so that a replica of several works on as many at once.
Seconds mean_stage_time(const LayoutTime& prompt);

/// What prompts cost where requests grow from one: in a steady state every user brings one for each
/// generated_of(demand) tokens. Computed by the same devices, they add that share of their time to each token.
/// Apart, they need as many replicas more as they keep busy, and their caches move over the device's link (the
/// host's where it has none; without either it takes no time). Lower bounds, as `prompt` is: the computation of
/// one on an idle replica.
void serve_prompts(PlanCandidate& candidate, const PlanQuestion& question, const Layout& layout,
                   const LayoutTime& prompt);

}  // namespace kvtally
