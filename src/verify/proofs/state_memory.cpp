#include <array>

#include "verify/memory.hpp"
#include "verify/proofs/parts.hpp"

// What layers with a matrix state keep, read and compute, alone and beside attention.

namespace kvtally {

namespace {

constexpr std::array kStateMemoryProofs{
    memory_proof("linear.memory"), memory_proof("retention.memory"), memory_proof("lightning.memory"),
    memory_proof("gla.memory"),    memory_proof("delta.memory"),     memory_proof("gdn.memory"),
    memory_proof("kda.memory"),    memory_proof("hybrid.memory"),    memory_proof("hybrid_sliding.memory"),
};
}  // namespace
std::span<const Proof> state_memory_proofs() { return kStateMemoryProofs; }

}  // namespace kvtally
