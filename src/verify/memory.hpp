#pragma once

#include <string_view>
#include <vector>

#include "model/model.hpp"
#include "verify/proof.hpp"

namespace kvtally {

/// Compares what the executor counts while a layer computes its S-th token with what the account says, by every
/// figure of verify/figures.hpp. `name` stands before each. A layer that the executor cannot run fails.
void compare(const std::string& name, const Layer& layer, std::int64_t seen, Checks& checks);

/// Contexts at which what the layer keeps or reads may change its form, and those before and behind: W−1, W, W+1
/// of a window; C−1, C, C+1, 2C, 2C+1 of a chunk; the same of a pool's rate, of its first entries, and of the
/// context from which a selection leaves something out; three short ones for what has no such place.
std::vector<std::int64_t> breakpoints(const Layer& layer);

/// A layer at a context.
struct StepCase {
  std::string name;  // "llama-3.1-8b S=129", "shape 7 S=12"
  Layer layer;
  std::int64_t seen = 1;
};

/// Of one kind: 20 random small shapes and formats, and each shape of the zoo that the executor runs, at its
/// breakpoints.
std::vector<StepCase> step_cases(std::string_view kind, const Subject& subject);

/// The proof of all that a kind of layer, that of the checks, keeps, reads and computes: each of its cases.
void prove_memory(Checks& checks, const Subject& subject);

inline constexpr std::string_view kMemoryClaim =
    "what a step stores, carries, keeps open, reads and writes, in bytes, and its useful multiply-adds are what "
    "the "
    "formulas say";
inline constexpr std::string_view kMemoryHow =
    "the layer computes one token in real containers: 20 random small shapes and formats, and each shape of this "
    "kind in the zoo at its true size around every window, chunk, rate and selection; every count equals the "
    "account's";

/// The proof "KIND.memory".
constexpr Proof memory_proof(std::string_view id) {
  return {id, id.substr(0, id.find('.')), kMemoryClaim, kMemoryHow, prove_memory};
}

}  // namespace kvtally
