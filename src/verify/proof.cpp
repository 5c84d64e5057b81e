#include "verify/proof.hpp"

#include <algorithm>

#include "verify/parts.hpp"

namespace kvtally {

std::vector<Proof> proofs() {
  std::vector<Proof> all;
  std::vector<std::string_view> kinds;
  for (const std::span<const Proof> part : parts()) {
    all.insert(all.end(), part.begin(), part.end());
    for (const Proof& proof : part) {
      if (std::ranges::find(kinds, proof.kind) == kinds.end()) {
        kinds.push_back(proof.kind);
      }
    }
  }
  std::ranges::stable_sort(all, {}, [&](const Proof& proof) { return std::ranges::find(kinds, proof.kind); });
  return all;
}

std::vector<Check> run(const Proof& proof, const Subject& subject) {
  Checks checks{std::string(proof.id), std::string(proof.kind)};
  proof.run(checks, subject);
  return checks.take();
}

}  // namespace kvtally
