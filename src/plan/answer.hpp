#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "hardware/device.hpp"
#include "plan/fit.hpp"

namespace kvtally {

/// What `fit` solves for; with `nothing` all is given, and the answer is yes or no.
enum class Asked : unsigned char { devices, users, context, nothing };

struct FitQuestion {
  Asked asked = Asked::devices;
  Demand demand;                        // its contexts say nothing where the context is asked for
  std::int64_t users = 1;               // says nothing where users are asked for
  std::optional<Placement> placement;   // otherwise any
  std::optional<std::int64_t> devices;  // of any placement
  Tokens longest{1};                    // the longest context that may be answered: the model's own maximum
  std::int64_t most_devices = 1024;
  std::optional<std::int64_t> domain;  // devices that a fast link joins: more tensor parallelism is not preferred
  Bytes usable;
  Bytes reserve;
  const Model* weighed = nullptr;  // whose weights they are, where the model is a counterfactual
};

/// A number of devices that does not do, and what the best placement on them lacks.
struct Shortfall {
  Placement placement;
  DeviceMemory memory;
  Bytes lacking;
};

/// Another placement on as many devices, and the most users or the longest context that it holds.
struct Alternative {
  Layout layout;
  std::int64_t users = 0;
  Tokens context;
};

struct FitAnswer {
  bool fits = false;
  std::optional<Layout> layout;  // nothing where no placement divides the model
  DeviceMemory memory;           // of the fullest device
  std::int64_t users = 0;
  Tokens context;
  std::int64_t most_users = 0;              // that this placement can hold at this context, in any cut
  Fraction<Bytes> devices_exact;            // (weights + cache of all users) ÷ usable
  Bytes weight_bytes;                       // of the model, once
  Bytes cache_bytes_per_user;               // of the model, once, at the longest context; nothing shared
  Bytes cache_bytes;                        // of all users, shared positions once
  Bytes kept_everywhere;                    // reserved for them on all devices together
  std::optional<Shortfall> smaller;         // what comes nearest of fewer devices, or of these where none fit
  std::optional<Shortfall> next;            // with one user more (asked: users) or one token more (asked: context)
  std::optional<std::int64_t> smallest_tp;  // the fewest devices that tensor parallelism alone needs
  std::vector<Alternative> alternatives;    // other placements on as many devices that fit
  std::vector<std::string> refused;         // why placements do not divide, one sentence each
};

/// Solves for what is asked. Where several placements do, the one that holds most is taken for users and contexts,
/// then the one with the most tensor parallelism within the domain. Exact: with its best cut, what a placement
/// needs never falls with users or context, and is searched, never extrapolated.
FitAnswer answer_fit(const Model& model, const WeightLoad& weights, const FitQuestion& question);

}  // namespace kvtally
