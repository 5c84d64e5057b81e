#pragma once

#include <span>
#include <vector>

#include "verify/proof.hpp"

namespace kvtally {

// The proofs of each part stand in the file of that name.
std::span<const Proof> block_sparse_proofs();
std::span<const Proof> compressed_proofs();
std::span<const Proof> container_proofs();
std::span<const Proof> gated_limit_proofs();
std::span<const Proof> gated_state_proofs();
std::span<const Proof> geometry_proofs();
std::span<const Proof> kernel_proofs();
std::span<const Proof> kernel_shape_proofs();
std::span<const Proof> latent_proofs();
std::span<const Proof> matrix_state_proofs();
std::span<const Proof> memory_pitfall_proofs();
std::span<const Proof> memory_proofs();
std::span<const Proof> native_sparse_proofs();
std::span<const Proof> paged_proofs();
std::span<const Proof> pitfall_proofs();
std::span<const Proof> reach_proofs();
std::span<const Proof> recurrent_proofs();
std::span<const Proof> scan_proofs();
std::span<const Proof> sparse_proofs();
std::span<const Proof> state_chunk_proofs();
std::span<const Proof> state_layer_proofs();
std::span<const Proof> state_memory_proofs();
std::span<const Proof> traffic_pitfall_proofs();
std::span<const Proof> weighted_sum_proofs();

/// All of them, in the order in which they are run and listed.
std::vector<std::span<const Proof>> parts();

}  // namespace kvtally
