#include "verify/proofs/parts.hpp"

namespace kvtally {

std::vector<std::span<const Proof>> parts() {
  return {
      memory_proofs(),       state_memory_proofs(), block_sparse_proofs(),    compressed_proofs(),
      container_proofs(),    latent_proofs(),       matrix_state_proofs(),    native_sparse_proofs(),
      paged_proofs(),        reach_proofs(),        recurrent_proofs(),       scan_proofs(),
      sparse_proofs(),       state_chunk_proofs(),  state_layer_proofs(),     gated_state_proofs(),
      weighted_sum_proofs(), gated_limit_proofs(),  geometry_proofs(),        kernel_proofs(),
      kernel_shape_proofs(), pitfall_proofs(),      traffic_pitfall_proofs(), memory_pitfall_proofs(),
  };
}

}  // namespace kvtally
