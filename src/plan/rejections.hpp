#pragma once

#include <map>
#include <string>
#include <vector>

#include "plan/search.hpp"

namespace kvtally {

/// Counts the candidates of a plan that do not do, by class, and keeps the one of each that came nearest.
class Rejections {
 public:
  explicit Rejections(const PlanQuestion& question) : question_(question) {}

  /// Notes a device whose memory or bandwidth is not known, so that none of its candidates are tried.
  void device(const Device& device);
  /// `placements` that do not divide the model.
  void divided(const std::string& why, std::size_t placements);
  /// Tensor parallelism over more devices than the link joins.
  void domain(const PlanCandidate& candidate);
  void memory(const PlanCandidate& candidate);
  void token(const PlanCandidate& candidate);
  void first_token(const PlanCandidate& candidate);

  /// A sentence for each class, in the order above.
  std::vector<PlanRejection> take();

 private:
  struct Nearest {
    std::int64_t candidates = 0;
    std::optional<PlanCandidate> best;
    double by = 0;
  };
  static void note(Nearest& nearest, const PlanCandidate& candidate, double by);
  std::string where(const PlanCandidate& candidate) const;

  const PlanQuestion& question_;
  std::vector<std::string> unknown_;
  std::vector<PlanRejection> divided_;
  Nearest domain_;
  Nearest memory_;
  Nearest token_;
  Nearest first_token_;
};

}  // namespace kvtally
