#include <doctest/doctest.h>

#include "reference/kernel/kernel.hpp"
#include "verify/proofs/parts.hpp"

namespace kvtally::kernels_test {

TEST_CASE("the kernels give the same output") {
  std::size_t checks = 0;
  for (const Proof& proof : kernel_proofs()) {
    CHECK(proof.kind == "kernels");
    for (const Check& check : run(proof, {})) {
      CAPTURE(check.name);
      CHECK(check.passed);
      ++checks;
    }
  }
  // Four kernels against eager; three paged ones, in prefill and in decode; five with three windows; all in
  // decode.
  CHECK(reference::kernels().size() == 8);
  CHECK(checks == 4 + 3 * 2 + 5 * 3 + 8);
}

}  // namespace kvtally::kernels_test
