#include "verify/proof.hpp"

#include <array>

#include "verify/parts.hpp"

namespace kvtally {

std::vector<Proof> proofs() {
  std::vector<Proof> all;
  for (const std::span<const Proof> part : parts()) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

std::vector<Check> run(const Proof& proof, const Subject& subject) {
  Checks checks{std::string(proof.id), std::string(proof.kind)};
  proof.run(checks, subject);
  return checks.take();
}

}  // namespace kvtally
