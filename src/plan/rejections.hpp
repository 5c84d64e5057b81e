#pragma once

#include <set>
#include <string>
#include <vector>

#include "plan/placements.hpp"
#include "plan/search.hpp"

namespace kvtally {

/// Counts the candidates of a plan that do not do, by class, and keeps the one of each that came nearest.
class Rejections {
 public:
  explicit Rejections(const PlanQuestion& question) : question_(question) {}

  /// A device whose memory or bandwidth is not known, so that none of its candidates are weighed.
  void unknown(const Device& device);
  /// The same, for another reason.
  void unknown(const std::string& why);
  /// Placements that do not divide the model, for one reason. Reasons that differ in the divisor alone are one
  /// class.
  void divided(const RefusedPlacements& refused);
  /// Tensor parallelism over more devices than the link joins.
  void domain(const PlanCandidate& candidate);
  void memory(const PlanCandidate& candidate);
  /// No replica of their own has room for a prompt: `nearest` is a replica's placement and memory.
  void prompts(const PlanCandidate& nearest);
  /// More devices than the most, those for prompts included.
  void devices(const PlanCandidate& candidate);
  void token(const PlanCandidate& candidate);
  void first_token(const PlanCandidate& candidate);

  /// A sentence for each class, in the order of Rejected.
  std::vector<PlanRejection> take();

 private:
  struct Nearest {
    std::int64_t candidates = 0;
    std::optional<PlanCandidate> best;
    double by = 0;
  };
  static void note(Nearest& nearest, const PlanCandidate& candidate, double by);
  double by_memory(const PlanCandidate& candidate) const;
  std::string missing(const PlanCandidate& candidate) const;
  std::string where(const PlanCandidate& candidate) const;

  const PlanQuestion& question_;
  std::vector<std::string> unknown_;
  struct Divisors {
    std::string before;  // "num_experts 128 does not divide over ep"
    std::string behind;  // "; expected …"
    std::set<std::int64_t> divisors;
    std::int64_t candidates = 0;
  };
  std::vector<Divisors> divided_;
  Nearest domain_;
  Nearest memory_;
  Nearest prompts_;
  Nearest devices_;
  Nearest token_;
  Nearest first_token_;
};

}  // namespace kvtally
