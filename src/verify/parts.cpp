#include "verify/parts.hpp"

namespace kvtally {

std::vector<std::span<const Proof>> parts() {
  return {memory_proofs(),          container_proofs(),     latent_proofs(),   paged_proofs(),
          kernel_proofs(),          kernel_shape_proofs(),  geometry_proofs(), pitfall_proofs(),
          traffic_pitfall_proofs(), memory_pitfall_proofs()};
  return {memory_proofs(),       state_memory_proofs(), container_proofs(),   latent_proofs(),
          matrix_state_proofs(), state_chunk_proofs(),  state_layer_proofs(), paged_proofs(),
          kernel_proofs(),       kernel_shape_proofs(), geometry_proofs()};
}

}  // namespace kvtally
