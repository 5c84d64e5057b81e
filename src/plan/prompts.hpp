#pragma once

#include <optional>
#include <vector>

#include "plan/offer.hpp"
#include "plan/search.hpp"

/// What prompts cost where requests grow from one: in a steady state every user brings one for each
/// generated_of(demand) tokens. Lower bounds, as the computation of a prompt on an idle replica is.
namespace kvtally {

/// The time for which a prompt occupies each stage of a replica, the mean: prompts follow one another through the
/// stages, so that a replica of several works on as many at once.
Seconds mean_stage_time(const LayoutTime& prompt);

/// Prompts that the devices of a candidate compute themselves add that share of their time to each token.
void share_prompts(PlanCandidate& candidate, const PlanQuestion& question, const LayoutTime& prompt);

/// A replica that computes prompts alone.
struct PromptUnit {
  Placement placement;
  Seconds occupied;     // by each prompt: no replica begins prompts faster than its slowest stage can
  Seconds first_token;  // on an idle one, and the way of the cache (way_of_cache)
};

/// The replicas that one device in one choice of formats offers for prompts.
struct PromptUnits {
  std::vector<PromptUnit> in_time;  // without those that another betters in devices, occupied and first_token
  std::optional<PromptUnit> late;   // the earliest of those that come after PlanQuestion::first_token
  PlanCandidate nearest;            // of those without room the one that lacks least: its placement and memory
};

/// The time in which a request's cache leaves the fullest device of a replica: over the device's link, the host's
/// where it has none; without either it takes no time. A shared prefix is there already.
Seconds way_of_cache(const Layout& layout, const Device& device, const Demand& demand, Tokens prompt);

/// For each offer the placements of one replica (dp 1; every tp, pp and ep that divides, cp 1) on up to
/// PlanQuestion::most_devices devices, each with room for one request of the prompt.
std::vector<PromptUnits> prompt_units(const PlanQuestion& question, const PlanFormats& formats,
                                      const std::vector<Offer>& offers);

/// Has a candidate's prompts computed by replicas of their own, as many as they keep busy: those that need the
/// fewest devices in all, of these with the earliest first token, of these the first. Where none is in time, the
/// earliest. Nothing is changed where none has room: false.
bool serve_apart(PlanCandidate& candidate, const PlanQuestion& question, const PromptUnits& units);

}  // namespace kvtally
