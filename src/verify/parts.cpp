#include "verify/parts.hpp"

namespace kvtally {

std::vector<std::span<const Proof>> parts() {
  return {memory_proofs(), kernel_proofs(), kernel_shape_proofs(), geometry_proofs()};
}
std::vector<std::span<const Proof>> parts() { return {memory_proofs(), latent_proofs(), geometry_proofs()}; }
std::vector<std::span<const Proof>> parts() { return {geometry_proofs(), paged_proofs()}; }
std::vector<std::span<const Proof>> parts() { return {memory_proofs(), geometry_proofs()}; }

}  // namespace kvtally
