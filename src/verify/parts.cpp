#include "verify/parts.hpp"

namespace kvtally {

std::vector<std::span<const Proof>> parts() { return {geometry_proofs(), paged_proofs()}; }

}  // namespace kvtally
