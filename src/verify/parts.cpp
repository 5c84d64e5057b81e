#include "verify/parts.hpp"

namespace kvtally {

std::vector<std::span<const Proof>> parts() { return {geometry_proofs(), latent_proofs()}; }

}  // namespace kvtally
