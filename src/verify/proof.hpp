#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "model/model.hpp"
#include "verify/check.hpp"

namespace kvtally {

/// What a proof may use beside its own random numbers (fixed seeds: a run is the same on every machine).
struct Subject {
  std::vector<Model> models;  // the zoo
};

/// One thing that `verify` proves, by running the executor.
struct Proof {
  std::string_view id;     // "paged.fork"
  std::string_view kind;   // what `verify KIND` selects: "mla", "paged", "kernels" …
  std::string_view claim;  // what is proved, a sentence
  std::string_view how;    // how, a sentence
  void (*run)(Checks& checks, const Subject& subject);
};

/// All proofs, those of one kind one after the other.
std::vector<Proof> proofs();

/// The kinds of layers (model/kinds.hpp) that keep something and that no proof runs.
std::vector<std::string_view> unproved_kinds();

/// The comparisons of one proof.
std::vector<Check> run(const Proof& proof, const Subject& subject);

/// The comparisons of all of them, in their order, whatever the number of threads that ran them (at least 1).
std::vector<Check> run(const std::vector<Proof>& proofs, const Subject& subject, unsigned threads);

}  // namespace kvtally
