#pragma once

#include <span>
#include <vector>

#include "verify/proof.hpp"

namespace kvtally {

// The proofs of each part stand in the file of that name.
std::span<const Proof> block_sparse_proofs();
std::span<const Proof> container_proofs();
std::span<const Proof> geometry_proofs();
std::span<const Proof> kernel_proofs();
std::span<const Proof> kernel_shape_proofs();
std::span<const Proof> latent_proofs();
std::span<const Proof> memory_proofs();
std::span<const Proof> native_sparse_proofs();
std::span<const Proof> paged_proofs();
std::span<const Proof> sparse_proofs();

/// All of them, in the order in which they are run and listed.
std::vector<std::span<const Proof>> parts();

}  // namespace kvtally
