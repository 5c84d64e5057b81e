#pragma once

#include <vector>

#include "plan/search.hpp"

namespace kvtally {

/// A candidate that does what is asked; the most users that it holds are not known yet.
struct Contender {
  PlanCandidate candidate;
  const Layout* layout = nullptr;
};

/// Those that no rival dominates, with their most users. Sorted by devices, time, users, then in the order of the
/// question. Of candidates on the same device and in the same formats that are equal in all three the one whose
/// first token comes earliest stands, of these the first.
std::vector<PlanCandidate> front_of(const PlanQuestion& question, std::vector<Contender> contenders);

}  // namespace kvtally
