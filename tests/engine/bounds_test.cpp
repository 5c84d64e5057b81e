#include "engine/bounds.hpp"

#include <doctest/doctest.h>

#include "support/print.hpp"

namespace kvtally::bounds_test {

namespace {

TEST_CASE("what 64 bits hold is given, what they do not is refused") {
  Model model;
  model.id = "model";
  Allocation allocation;
  allocation.figures.push_back({"tokens", "tokens", (Wide{1} << 63) - 1, 1});
  CHECK(within_bounds(model, allocation).has_value());
  allocation.figures.push_back({"bytes", "bytes", Wide{1} << 63, 1});
  const auto reply = within_bounds(model, allocation);
  REQUIRE_FALSE(reply.has_value());
  CHECK(render(reply.error()) ==
        "model: a figure passes 2^63; expected a shorter context, fewer requests or less memory\n");
  allocation.figures.pop_back();
  allocation.allocated = Bytes{Wide{1} << 63};
  CHECK_FALSE(within_bounds(model, allocation).has_value());
}

}  // namespace

}  // namespace kvtally::bounds_test
