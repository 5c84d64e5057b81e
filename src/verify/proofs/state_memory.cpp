#include <array>

#include "verify/memory.hpp"
#include "verify/proofs/parts.hpp"

// What layers with a matrix state keep, read and compute, alone and beside attention.

namespace kvtally {

namespace {

constexpr char kLinear[] = "linear", kRetention[] = "retention", kLightning[] = "lightning", kGla[] = "gla",
               kDelta[] = "delta", kGdn[] = "gdn", kKda[] = "kda", kHybrid[] = "hybrid",
               kHybridSliding[] = "hybrid_sliding";

constexpr std::array kProofs{
    memory_proof<kLinear>("linear.memory"),
    memory_proof<kRetention>("retention.memory"),
    memory_proof<kLightning>("lightning.memory"),
    memory_proof<kGla>("gla.memory"),
    memory_proof<kDelta>("delta.memory"),
    memory_proof<kGdn>("gdn.memory"),
    memory_proof<kKda>("kda.memory"),
    memory_proof<kHybrid>("hybrid.memory"),
    memory_proof<kHybridSliding>("hybrid_sliding.memory"),
};
}  // namespace
std::span<const Proof> state_memory_proofs() { return kProofs; }

}  // namespace kvtally
