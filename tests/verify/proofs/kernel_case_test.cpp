#include "verify/proofs/kernel_case.hpp"

#include <doctest/doctest.h>

namespace kvtally::kernel_case_test {

TEST_CASE("a case, its prefill and its decode") {
  const KernelCase of = case_of({.batch = 2, .heads = 4, .key_heads = 2, .tokens = 6, .dk = 3, .dv = 5}, 1);
  CHECK(of.query.shape() == reference::Shape{2, 4, 6, 3});
  CHECK(of.values.shape() == reference::Shape{2, 2, 6, 5});
  const KernelRun run = prefill(reference::kernel("eager"), of);
  CHECK(run.attended.output.shape() == reference::Shape{2, 4, 6, 5});
  CHECK(run.counts.written_of(reference::Kept::entries) == Bytes{0});  // the container's, not the kernel's
  CHECK(decode(reference::kernel("eager"), of) == run.attended.output);
}

TEST_CASE("random cases differ and are the same for the same seed") {
  std::mt19937_64 one(7);
  std::mt19937_64 other(7);
  const KernelCase a = random_case(one);
  CHECK(a.query == random_case(other).query);
  CHECK(random_case(one).query != a.query);
}

TEST_CASE("an error is a part of the largest number") {
  CHECK(relative_error(reference::Tensor({2}, {-4, 1}), reference::Tensor({2}, {-4, 2})) == 0.25);
  CHECK(relative_error(reference::Tensor({1}), reference::Tensor({1}, {3})) == 3);
  CHECK(kKernelBound > 0);
}

}  // namespace kvtally::kernel_case_test
