#include "verify/vectors/native_vector.hpp"

#include <doctest/doctest.h>
#include <limits>

#include "verify/vectors/altered.hpp"

namespace kvtally::native_vector_test {

TEST_CASE("sizes of a native sparse attention") {
  const auto file = VectorFile::parse("v.json", test::source_text("tests/golden/vectors/nsa_numpy.json"));
  REQUIRE(file.has_value());
  const NativeSizes sizes = native_sizes(**file);
  CHECK(sizes.heads == 4);
  CHECK(sizes.value_dim == 3);
  CHECK(block_count_of((**file)["parameters"]) == 4);
  CHECK(can_be_pooled((**file)["parameters"], 4, sizes));
  CHECK_FALSE(can_be_pooled((**file)["parameters"], 1 << 24, sizes));  // times 5 numbers
  CHECK((*file)->failed());
}

TEST_CASE("margins are measured in means, with 1 for forced blocks") {
  using reference::Real;
  constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
  CHECK(finite_margins(reference::Tensor({3}, {4, kInfinity, -kInfinity}), 2) ==
        reference::Tensor({3}, {2, 1, -kInfinity}));
}

}  // namespace kvtally::native_vector_test
