#include "verify/parts.hpp"

namespace kvtally {

std::vector<std::span<const Proof>> parts() { return {memory_proofs(), geometry_proofs()}; }

}  // namespace kvtally
