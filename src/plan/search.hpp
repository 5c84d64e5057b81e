#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plan/timing.hpp"

namespace kvtally {

/// A model in one choice of formats.
struct PlanFormats {
  std::string weights_name;
  std::string kv_name;
  Model model;
  WeightLoad weights;
  WeightReading reading;
};

struct PlanQuestion {
  std::vector<Device> devices;
  std::vector<PlanFormats> formats;
  Demand demand;
  std::int64_t users = 1;
  Tokens prompt{1};  // whose first token is timed
  /// Where requests grow from a prompt: prompts are computed by replicas of their own, and their caches moved
  /// over; else by the same devices, in turn with decoding.
  bool apart = false;
  std::optional<Seconds> first_token;  // at most
  std::optional<Seconds> token;        // at most
  std::int64_t most_devices = 64;
  std::optional<Placement> placement;  // this one alone
  bool each_device = false;            // the front of each device, not one of all
  Reserve reserve;
  bool achieved = false;
};

/// A deployment that does what is asked.
struct PlanCandidate {
  std::size_t device = 0;   // index into PlanQuestion::devices
  std::size_t formats = 0;  // and into its formats
  Placement placement;
  DeviceMemory memory;               // of the fullest device
  std::int64_t most_users = 0;       // that it holds at this context
  std::int64_t prefill_devices = 0;  // apart from those of the placement
  Seconds step;                      // of decoding, with the users that were asked for
  Seconds token;                  // the step, and the mean share of other users' prompts that the devices compute
  Seconds first_token;            // on an idle replica; with the cache's way to the others where these are apart
  std::optional<double> dollars;  // for a million generated tokens, where the device has a price
  std::int64_t devices() const { return placement.devices() + prefill_devices; }
};

/// Candidates that do not, of one class, and the one that came nearest.
struct PlanRejection {
  std::string why;
  std::int64_t candidates = 0;
};

struct Plan {
  std::vector<PlanCandidate> front;
  std::int64_t considered = 0;
  std::int64_t meeting = 0;  // that do what is asked; those that are not on the front are worse in nothing better
  std::vector<PlanRejection> rejected;
};

/// The numbers of devices that are tried: each up to 16, then whole nodes of 8.
std::vector<std::int64_t> device_counts(std::int64_t most);

/// Whether `a` has no more devices than `b`, no longer time of a token and no fewer users, and is better in one.
bool dominates(const PlanCandidate& a, const PlanCandidate& b);

/// Every device × number of devices × placement that divides × formats, of which those on the Pareto front are
/// kept: those that no other that does what is asked dominates. Sorted by devices, time, users, then in the order
/// of the question: the same question gives the same plan.
Plan make_plan(const PlanQuestion& question);

}  // namespace kvtally
