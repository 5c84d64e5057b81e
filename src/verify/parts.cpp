#include "verify/parts.hpp"

namespace kvtally {

std::vector<std::span<const Proof>> parts() {
  return {memory_proofs(),       container_proofs(),     latent_proofs(), sparse_proofs(),
          block_sparse_proofs(), native_sparse_proofs(), paged_proofs(),  kernel_proofs(),
          kernel_shape_proofs(), geometry_proofs()};
}

}  // namespace kvtally
