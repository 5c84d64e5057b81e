#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/print.hpp"
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
  std::int64_t most_devices = 64;      // those for prompts included
  std::optional<Placement> placement;  // this one alone, whatever most_devices is
  bool each_device = false;            // the front of each device, not one of all
  Reserve reserve;
  bool achieved = false;
  Units units = Units::binary;  // in which sentences tell bytes
};

/// Replicas that compute prompts alone.
struct PromptReplicas {
  Placement placement;  // of one
  std::int64_t replicas = 0;
  std::int64_t devices() const { return replicas * placement.devices(); }
};

/// A deployment that does what is asked.
struct PlanCandidate {
  std::size_t device = 0;   // index into PlanQuestion::devices
  std::size_t formats = 0;  // and into its formats
  Placement placement;
  DeviceMemory memory;                    // of the fullest device
  std::int64_t most_users = 0;            // that it holds at this context
  std::optional<PromptReplicas> prompts;  // beside the devices of the placement
  Seconds step;                           // of decoding, with the users that were asked for
  Seconds token;                          // the step, and the mean share of prompts that the same devices compute
  Seconds first_token;            // on an idle replica; with the cache's way to the others where these are apart
  std::optional<double> dollars;  // for a million generated tokens, where the device has a price
  std::int64_t prompt_devices() const { return prompts ? prompts->devices() : 0; }
  std::int64_t devices() const { return placement.devices() + prompt_devices(); }
};

/// Why a candidate does not.
enum class Rejected : unsigned char {
  device,       // its memory or bandwidth is not known: none of its candidates were weighed
  placement,    // it does not divide the model, whatever the device
  domain,       // tensor parallelism over more devices than the link joins
  memory,       // too little
  prompts,      // no replica of their own has room for one
  devices,      // more than the most, with those for the prompts
  token,        // takes too long
  first_token,  // comes too late
};

/// Those of one class, as a sentence with the one that came nearest.
struct PlanRejection {
  Rejected of = Rejected::device;
  std::string why;
  std::int64_t candidates = 0;  // of class `placement`: placements in one choice of formats, whatever the device
};

struct Plan {
  std::vector<PlanCandidate> front;
  /// Candidates that were weighed: device × placement that divides × formats, of devices that are known well
  /// enough. Each meets what is asked or is counted in one class of `rejected` below `placement`.
  std::int64_t considered = 0;
  std::int64_t meeting = 0;  // that do what is asked
  std::vector<PlanRejection> rejected;
  std::vector<std::string> comparisons;  // what the front does not compare, or only by number
  std::vector<std::string> notes;        // what the times of the front assume or leave out, with the devices
};

/// The numbers of devices that are tried: each up to 16, then whole nodes of 8.
std::vector<std::int64_t> device_counts(std::int64_t most);

/// Whether two are compared: formats are not, since what they cost in quality is not counted, and sorts of devices
/// only where each has no front of its own.
bool rivals(const PlanQuestion& question, const PlanCandidate& a, const PlanCandidate& b);

/// Whether `a` has no more devices than `b`, no longer time of a token and no fewer users, and is better in one.
bool dominates(const PlanCandidate& a, const PlanCandidate& b);

/// Every device × number of devices × placement that divides × formats, of which those on the Pareto front are
/// kept (front_of): those that no rival that does what is asked dominates. The same question gives the same plan.
Plan make_plan(const PlanQuestion& question);

}  // namespace kvtally
