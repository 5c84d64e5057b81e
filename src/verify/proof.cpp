#include "verify/proof.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <thread>

#include "model/kinds.hpp"
#include "verify/proofs/parts.hpp"

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

std::vector<std::string_view> unproved_kinds() {
  const std::vector<Proof> proved = proofs();
  std::vector<std::string_view> out;
  for (const Kind& kind : kinds()) {
    const bool keeps = kind.keeps != "0";
    if (keeps && std::ranges::find(proved, kind.id, &Proof::kind) == proved.end()) {
      out.push_back(kind.id);
    }
  }
  return out;
}

std::vector<Check> run(const Proof& proof, const Subject& subject) {
  Checks checks{std::string(proof.id), std::string(proof.kind)};
  proof.run(checks, subject);
  return checks.take();
}

std::vector<Check> run(const std::vector<Proof>& proofs, const Subject& subject, unsigned threads) {
  std::vector<std::vector<Check>> of_proof(proofs.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < proofs.size(); i = next++) {
      of_proof[i] = run(proofs[i], subject);
    }
  };
  {
    std::vector<std::jthread> others;
    for (unsigned thread = 1; thread < threads; ++thread) {
      others.emplace_back(work);
    }
    work();
  }
  std::vector<Check> all;
  for (std::vector<Check>& checks : of_proof) {
    std::ranges::move(checks, std::back_inserter(all));
  }
  return all;
}

}  // namespace kvtally
