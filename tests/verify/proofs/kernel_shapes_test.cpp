#include <doctest/doctest.h>

#include "verify/proofs/parts.hpp"

namespace kvtally::kernel_shapes_test {

TEST_CASE("what kernels make, skip, touch and multiply") {
  std::size_t checks = 0;
  for (const Proof& proof : kernel_shape_proofs()) {
    CHECK(proof.kind == "kernels");
    for (const Check& check : run(proof, {})) {
      CAPTURE(check.name);
      CHECK(check.passed);
      ++checks;
    }
  }
  // intermediates; pages and blocks; useful of 8 kernels and performed of 3 at 3 lengths; packed; 4 shapes of
  // groups
  CHECK(checks == 7 + 3 * 3 + 3 + 3 * (8 + 3) + 1 + 3 + 4 * 2 * 3);
}

}  // namespace kvtally::kernel_shapes_test
